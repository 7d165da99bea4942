import { MCP_CLIENT } from "../../conformance/adapters/mcp-sdk.js";
import type { Detected, Kind } from "./detect.js";
import type { NewFile } from "./files.js";
import type { Facts } from "./templates.js";

/** The name is still free in the registry: whoever takes it would run code in the user's CI. */
const UNPUBLISHED = "    # until it is published: a packed tarball, here and in the workflow";

/** What the user does now, as lines. */
export function nextSteps(
  kind: Kind,
  files: readonly NewFile[],
  { isInstalled, hasMcpClient, testRunner, withinRepository }: Detected,
  { profile }: Pick<Facts, "profile">,
): readonly string[] {
  const missing = [...(isInstalled ? [] : ["nexus-core"]), ...(kind === "mcp" && !hasMcpClient ? [MCP_CLIENT] : [])];
  const adapter = files.find(({ path }) => path.startsWith("conformance/adapter."))?.path;
  const test = files.find(({ path }) => /test/u.test(path))?.path ?? "";
  return [
    ...(missing.length === 0 ? [] : [`npm install --save-dev ${missing.join(" ")}${isInstalled ? "" : UNPUBLISHED}`]),
    "npx nexus-conformance smoke    # whether the kit reaches your harness",
    `npx nexus-conformance run      # what it keeps of profile ${profile}`,
    `${testCommand(kind, test, testRunner)}    # the same as a test`,
    ...(withinRepository === undefined
      ? []
      : [
          "",
          `No workflow is written, because the repository begins above this folder. Add a step to one of its own:`,
          "  - run: npx nexus-conformance run --reporter github",
          `    working-directory: ${withinRepository}`,
        ]),
    ...(adapter === undefined ? [] : ["", `Now connect your tools in ${adapter}, one after the other.`]),
  ];
}

function testCommand(kind: Kind, test: string, runner: string): string {
  if (kind === "python") return `python3 ${test}`;
  if (kind === "module" && runner === "vitest") return `npx vitest run ${test}`;
  return test.endsWith(".ts") ? `node --import tsx --test ${test}` : `node --test ${test}`;
}
