import { packageVersion } from "../../base/package-root.js";
import { MCP_CLIENT } from "../../conformance/adapters/mcp-sdk.js";
import type { Detected, Kind } from "./detect.js";
import {
  configFile,
  type Facts,
  moduleAdapter,
  moduleTest,
  programTest,
  pythonAdapter,
  pythonTest,
  workflow,
} from "./templates.js";

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

const WORKFLOW = ".github/workflows/conformance.yml";

/** What the kind of harness asks for, by path from the project. */
export function filesFor(
  kind: Kind,
  facts: Facts,
  { loadsTypeScript, testRunner, hasPackageJson, hasLockFile, isInstalled, hasMcpClient, withinRepository }: Detected,
  { command, mapping }: { readonly command: string; readonly mapping: readonly string[] },
): readonly NewFile[] {
  const config = (adapter: string, lines: readonly string[] = []) => ({
    path: "nexus-conformance.config.yml",
    text: configFile(facts, adapter, lines),
  });
  const own = hasPackageJson ? [hasLockFile ? "npm ci" : "npm install"] : [];
  // GitHub reads workflows at the root of a repository alone.
  const ci = (install: readonly string[], needsPython = false) =>
    withinRepository === undefined ? [{ path: WORKFLOW, text: workflow(install, needsPython) }] : [];
  // What package.json does not name is installed beside it.
  const install = (...others: readonly string[]) => [
    ...own,
    ...(isInstalled && others.length === 0
      ? []
      : [["npm install --no-save", packageWithVersion(), ...others].join(" ")]),
  ];
  switch (kind) {
    case "module": {
      const adapter = loadsTypeScript ? "adapter.ts" : "adapter.mjs";
      return [
        config(`module:./conformance/${adapter}`),
        { path: `conformance/${adapter}`, text: moduleAdapter(facts, loadsTypeScript) },
        testFor(facts, adapter, testRunner),
        ...ci(install()),
      ];
    }
    case "python":
      return [
        config("lines:python3 conformance/adapter.py"),
        { path: "conformance/adapter.py", text: pythonAdapter(facts) },
        { path: "conformance/test_conformance.py", text: pythonTest() },
        ...ci(install(), true),
      ];
    case "mcp":
      return [
        config(`mcp-stdio:${command}`, [...mapping, ...namespaceLines(facts)]),
        { path: "conformance/conformance.test.mjs", text: programTest() },
        ...ci(hasMcpClient ? install() : install(MCP_CLIENT), command.startsWith("python")),
      ];
  }
}

function namespaceLines({ namespace }: Facts): readonly string[] {
  return namespace === undefined
    ? []
    : ["# The id of your harness: the name of the folder for files of its own.", `namespace: ${namespace}`];
}

/** Vitest and the runner of Node load TypeScript in ways of their own, so the test has the language of its adapter. */
function testFor(facts: Facts, adapter: string, runner: string): NewFile {
  const isTypeScript = adapter.endsWith(".ts");
  const path = isTypeScript ? "conformance/conformance.test.ts" : "conformance/conformance.test.mjs";
  return { path, text: moduleTest(facts, adapter, runner) };
}

/** The package as npm is asked for it: any version of today's minor one. */
function packageWithVersion(): string {
  const [major, minor] = packageVersion.split(".");
  return `nexus-core@${major}.${minor}`;
}
