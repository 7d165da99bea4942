/**
 * The denials that hold for an agent: its canonical ones, and those that the harness adds. A harness may add denials
 * and never take one away, so there is no way to name one that is to go.
 *
 * @example
 * import { effectiveCapabilities } from "nexus-core";
 *
 * [...effectiveCapabilities({ capabilities: ["no_file_edit"] }, ["no_shell_exec"])];
 * // => ["no_file_edit", "no_shell_exec"]
 */
export function effectiveCapabilities(
  agent: { readonly capabilities: readonly string[] },
  additions: Iterable<string> = [],
): ReadonlySet<string> {
  return new Set([...agent.capabilities, ...additions]);
}
