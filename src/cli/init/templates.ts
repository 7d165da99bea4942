/** The files that `init` writes. They run at once: an adapter without a harness refuses every call and says so. */

import type { Needed } from "./operations.js";

export interface Facts {
  /** How reports name the harness. */
  readonly name: string;
  readonly contract: string;
  /** Whether `contract` is the one that counts where none is named. */
  readonly isDefaultContract: boolean;
  readonly profile: string;
  readonly tools: readonly Needed[];
  /** The name below which the harness keeps files of its own, in contracts that have such names. */
  readonly namespace?: string;
}

const OWN_FILES = "The id of your harness: the name of the folder for files of its own.";

export function moduleAdapter({ name, tools, namespace }: Facts, isTypeScript: boolean): string {
  const typed = (type: string) => (isTypeScript ? `: ${type}` : "");
  return [
    ...(isTypeScript ? ['import type { Adapter } from "nexus-core";', ""] : []),
    "/**",
    " * How the conformance kit reaches your harness. Connect one tool after the other, and look at the report in between.",
    " * Take tools that you do not have out of TOOLS: what is not offered is not judged.",
    " * `project` is the folder of a case, which stands for a project of your users. What a tool throws is its refusal.",
    " */",
    `const TOOLS${typed("Record<string, (project: string, params: object) => unknown>")} = {`,
    tools.map(moduleTool).join("\n\n"),
    "};",
    "",
    `function notConnected(tool${typed("string")})${typed("never")} {`,
    '  throw new Error(tool + " is not connected yet");',
    "}",
    "",
    ...(isTypeScript ? [] : ['/** @type {import("nexus-core").Adapter} */']),
    `const adapter${typed("Adapter")} = {`,
    `  name: ${JSON.stringify(name)},`,
    ...(namespace === undefined ? [] : [`  // ${OWN_FILES}`, `  namespace: ${JSON.stringify(namespace)},`]),
    "  tools: Object.keys(TOOLS),",
    "  open: ({ workspace }) => ({",
    "    call: (tool, params) => TOOLS[tool]?.(workspace, params),",
    "  }),",
    "};",
    "",
    "export default adapter;",
    "",
  ].join("\n");
}

function moduleTool({ name, params, answer }: Needed): string {
  return `  // ${shape(params)} => ${shape(answer)}\n  ${name}: (project, params) => notConnected("${name}"),`;
}

/** The fields of an object, on a line. */
function shape(fields: readonly string[]): string {
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

export function pythonAdapter({ name, tools, namespace }: Facts): string {
  return `"""How the conformance kit reaches your harness: one JSON object a line, on standard input and output.

Connect one tool after the other, and look at the report of \`npx nexus-conformance run\` in between. Take tools that
you do not have out of TOOLS: what is not offered is not judged.
"""
import json
import sys
import traceback


class Refused(Exception):
    """Your harness says no; the text is its reason."""


${tools.map(pythonTool).join("\n\n\n")}


TOOLS = {
${tools.map(({ name: tool }) => `    "${tool}": ${tool},`).join("\n")}
}

WELCOME = {
    "name": ${JSON.stringify(name)},
${namespace === undefined ? "" : `    # ${OWN_FILES}\n    "namespace": ${JSON.stringify(namespace)},\n`}    "tools": list(TOOLS),
    "surfaces": ["tools", "process"],
}


def main():
    project = None
    for line in sys.stdin:
        asked = json.loads(line)
        answer = {"id": asked["id"], "result": None}
        if asked["cmd"] == "hello":
            answer["result"] = WELCOME
        elif asked["cmd"] == "open":
            # The folder of a case, which stands for a project of your users.
            project = asked["workspace"]
        elif asked["cmd"] == "call":
            try:
                answer["result"] = TOOLS[asked["tool"]](project, **asked["params"])
            except Refused as refused:
                answer = {"id": asked["id"], "refusal": {"message": str(refused)}}
            except Exception as broken:
                # A fault is no refusal: the case cannot be judged.
                traceback.print_exc()
                answer = {"id": asked["id"], "failure": repr(broken)}
        print(json.dumps(answer), flush=True)


main()
`;
}

function pythonTool({ name, params, answer }: Needed): string {
  return `def ${name}(project, **params):
    # ${shape(params)} => ${shape(answer)}
    raise Refused("${name} is not connected yet")`;
}

/**
 * @param adapter the form of `--adapter`
 * @param mapping the lines below `mapping:`
 */
export function configFile(
  { contract, isDefaultContract, profile }: Facts,
  adapter: string,
  mapping: readonly string[],
): string {
  return [
    "# What npx nexus-conformance takes from here. Climb to the next profile when this one is green.",
    `adapter: ${JSON.stringify(adapter)}`,
    ...(isDefaultContract ? [] : [`contract: ${contract}`]),
    `profile: ${profile}`,
    ...(mapping.length === 0 ? [] : ["mapping:", ...mapping.map((line) => `  ${line}`)]),
    "",
  ].join("\n");
}

/** One test for each case, for an adapter that is a module. */
export function moduleTest({ contract, isDefaultContract, profile }: Facts, adapter: string, runner: string): string {
  const options = isDefaultContract
    ? `{ profile: "${profile}" }`
    : `{ contract: "${contract}", profile: "${profile}" }`;
  return [
    ...(runner === "vitest" ? [] : [`import { describe, it } from "${runner}";`]),
    'import { describeConformance } from "nexus-core";',
    ...(runner === "vitest" ? [`import { describe, it } from "${runner}";`] : []),
    `import adapter from "./${adapter}";`,
    "",
    `describeConformance(adapter, { describe, it }, ${options});`,
    "",
  ].join("\n");
}

/** One test for all cases, for a harness that is a program. */
export function programTest(): string {
  return `import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

test("the harness conforms", () => {
  // A program of its own on Windows, which only a shell would find by its plain name.
  const npx = process.platform === "win32" ? ["cmd", "/c", "npx"] : ["npx"];
  const [program = "", ...words] = [...npx, "nexus-conformance", "run", "--no-color"];
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8" });
  assert.equal(status, 0, \`\${stdout}\${stderr}\`);
});
`;
}

export function pythonTest(): string {
  return `import shutil
import subprocess
import unittest


class Conformance(unittest.TestCase):
    def test_the_harness_conforms(self):
        run = [shutil.which("npx") or "npx", "nexus-conformance", "run", "--no-color"]
        done = subprocess.run(run, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
`;
}

/** @param install commands that install what the run needs; none of them holds anything from the project */
export function workflow(install: readonly string[], needsPython: boolean): string {
  return [
    "name: Conformance",
    "on: [push, pull_request]",
    "permissions:",
    "  contents: read",
    "jobs:",
    "  conformance:",
    "    runs-on: ubuntu-latest",
    "    timeout-minutes: 20",
    "    steps:",
    "      - uses: actions/checkout@v4",
    "      - uses: actions/setup-node@v4",
    "        with:",
    "          node-version: 22",
    ...(needsPython
      ? ["      - uses: actions/setup-python@v5", "        with:", '          python-version: "3.x"']
      : []),
    "      # What your harness needs besides is installed here.",
    ...install.map((command) => `      - run: ${command}`),
    "      - run: npx nexus-conformance run --reporter github --reporter junit:conformance.xml",
    "      - uses: actions/upload-artifact@v4",
    "        if: always()",
    "        with:",
    "          name: conformance",
    "          path: conformance.xml",
    "",
  ].join("\n");
}
