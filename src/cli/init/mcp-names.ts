/** How an MCP server calls the tools of a contract. */

/** The lines of a mapping; none where the names are those of the contract. */
export function mappingOf(tools: readonly string[], offered: readonly string[]): readonly string[] {
  const named = tools.flatMap((tool) => {
    const name = offered.includes(tool) ? tool : offered.find((each) => endsIn(each, tool));
    return name === undefined ? [] : [{ tool, name, prefix: name.slice(0, name.length - tool.length) }];
  });
  const prefix = commonest(named.map((each) => each.prefix));
  const others = named.filter((each) => each.prefix !== prefix);
  return [
    ...(prefix === "" ? [] : [`prefix: ${JSON.stringify(prefix)}`]),
    ...(others.length === 0 ? [] : ["tools:", ...others.map(({ tool, name }) => `  ${tool}: ${JSON.stringify(name)}`)]),
  ];
}

function endsIn(name: string, tool: string): boolean {
  return name.endsWith(tool) && /[_.\-/:]$/u.test(name.slice(0, name.length - tool.length));
}

function commonest(prefixes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const prefix of prefixes) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
}
