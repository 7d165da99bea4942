/** The cases of a contract: a page for each fixture file, and one that lists them. */

import { join } from "node:path/posix";
import { visibleLines } from "../../src/base/visible-text.js";
import type { Contract } from "../../src/conformance/contract/contract.js";
import type { Case } from "../../src/conformance/fixture/case.js";
import { courseOf } from "../../src/conformance/fixture/explain.js";
import { contractFixtures, readCases } from "../../src/conformance/fixture/find-fixtures.js";
import { caseFileOf } from "../contract-tables.js";
import { cell, tableOfMarkup } from "../markdown-table.js";

export function casePages(contract: Contract): ReadonlyMap<string, string> {
  const files = new Map<string, Case[]>();
  for (const each of readCases(contractFixtures(contract), contract)) {
    const name = caseFileOf(each, contract.id);
    files.set(name, [...(files.get(name) ?? []), each]);
  }
  const folder = `contracts/${contract.id}`;
  return new Map([
    [`${folder}/cases/index.md`, listOf(contract, files)],
    ...[...files].map(([name, cases]) => [`${folder}/cases/${name}.md`, pageOf(name, cases, contract)] as const),
  ]);
}

function listOf({ id, title }: Contract, files: ReadonlyMap<string, readonly Case[]>): string {
  const rows = [...files].map(([name, cases]) => [`[${name}](${name}.md)`, String(cases.length)]);
  return [
    `# Cases of the ${id} contract`,
    `${cell(title)}: every case, by the file that holds it. \`npx nexus-conformance run --run ID\` runs one of them.`,
    tableOfMarkup(["file", "cases"], rows),
    "",
  ].join("\n\n");
}

function pageOf(name: string, cases: readonly Case[], { id, requirements }: Contract): string {
  const up = join(...name.split("/").map(() => ".."));
  const sections = cases.map((each) => {
    const verified = each.verifies.map((requirement) => {
      const { level = "" } = requirements.get(requirement) ?? {};
      return `- ${level} [\`${requirement}\`](${up}/requirements.md#${requirement.replaceAll(".", "")})`;
    });
    const course = courseOf(each).filter((lines) => lines.length > 0);
    const fence = `~~~text\n${course.map((lines) => visibleLines([...lines]).trimEnd()).join("\n\n")}\n~~~`;
    return [`## ${each.id}`, cell(each.description), verified.join("\n"), fence].join("\n\n");
  });
  return [`# Cases in ${name}`, `Of the [cases](${up}/cases/index.md) of the ${id} contract.`, ...sections, ""].join(
    "\n\n",
  );
}
