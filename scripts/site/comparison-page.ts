/** Judges the harnesses of this repository, and shows their reports side by side. */

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../../src/base/package-root.js";
import { readReport } from "../../src/cli/common/read-report.js";
import type { Report } from "../../src/conformance/run/report.js";
import { table } from "../markdown-table.js";

interface Judged {
  readonly name: string;
  readonly adapter: string;
}

export async function comparisonPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "nexus-comparison-"));
  try {
    const judged: readonly Judged[] = [
      { name: "reference harness", adapter: "module:./packages/harness/dist/adapter.js" },
      { name: "task tools in Python", adapter: "lines:python3 docs/use/examples/tasks.py" },
      { name: "the beginning in README", adapter: `module:${harnessOfReadme(folder)}` },
    ];
    const reports = await Promise.all(judged.map(({ adapter }, index) => reportOf(adapter, join(folder, `${index}`))));
    return pageOf(judged, reports);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The harness that README shows, in two files. */
function harnessOfReadme(folder: string): string {
  const readme = readFileSync(join(packageRoot, "README.md"), "utf8");
  for (const name of ["my-harness.mjs", "adapter.mjs"]) {
    const [, code] = readme.split(`\`\`\`js\n// ${name}\n`);
    if (code === undefined) throw new Error(`README.md has no block "// ${name}"`);
    writeFileSync(join(folder, name), code.slice(0, code.indexOf("```")));
  }
  return join(folder, "adapter.mjs");
}

async function reportOf(adapter: string, file: string): Promise<Report> {
  const program = join(packageRoot, "bin/nexus-conformance.js");
  const flags = ["--profile", "tools", "--explore", "0", "--jobs", "1", "--reporter", `json:${file}`];
  // A harness that does not conform ends the command with 1, and its report is what we want.
  await promisify(execFile)(process.execPath, [program, "run", "--adapter", adapter, ...flags], {
    cwd: packageRoot,
  }).catch((thrown: { readonly code?: unknown }) => {
    if (thrown.code !== 1) throw thrown;
  });
  return readReport(file, adapter);
}

function pageOf(judged: readonly Judged[], reports: readonly Report[]): string {
  const names = judged.map(({ name }) => name);
  const counts = (level: "MUST" | "SHOULD") =>
    reports.map(({ summary: { requirements } }) => {
      const { conforming, violated, total } = requirements[level];
      return `${conforming} of ${total}${violated === 0 ? "" : `, ${violated} violated`}`;
    });
  const [first] = reports;
  const rows = (first?.requirements ?? [])
    .map(({ id, level }) => ({
      id,
      level,
      statuses: reports.map(({ requirements }) => requirements.find((each) => each.id === id)?.status ?? "not judged"),
    }))
    .filter(({ statuses }) => new Set(statuses).size > 1)
    .map(({ id, level, statuses }) => [level, `\`${id}\``, ...statuses.map((status) => status.replaceAll("_", " "))]);
  return [
    "# Harnesses compared",
    "Three harnesses of this repository, judged in profile `tools` when this page was built. A requirement of a tool that a harness does not have is not observed. `npx nexus-conformance compare` makes the same of your reports.",
    table(
      ["", ...names],
      [
        ["verdict", ...reports.map(({ verdict }) => verdict)],
        ["MUST", ...counts("MUST")],
        ["SHOULD", ...counts("SHOULD")],
      ],
    ),
    "## Where they differ",
    table(["level", "requirement", ...names], rows),
    "",
  ].join("\n\n");
}
