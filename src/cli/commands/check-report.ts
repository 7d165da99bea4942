import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { definedOnly } from "../../base/defined-only.js";
import { NexusError } from "../../base/errors.js";
import type { Finding } from "../../base/finding.js";
import { readText, textOf, unreadable } from "../../base/read-text.js";
import { visibleLines } from "../../base/visible-text.js";
import { rootOfPaths } from "../../content/findings/finding-place.js";
import {
  countFindings,
  FINDING_FORMATS,
  type FindingFormat,
  formatFindings,
} from "../../content/findings/format-findings.js";
import { parseContent } from "../../content/read/content.js";
import { readContent } from "../../content/read/read-content.js";
import { rolesOf } from "../../content/rules/content-roles.js";
import { checkReport } from "../../report/check-report.js";
import { exampleAlone } from "../../report/example-alone.js";
import type { ExpectedReport } from "../../report/form/expected-report.js";
import { countReports, lastReport } from "../../report/form/last-report.js";
import { reportRuleOf } from "../../report/form/report-finding.js";
import { REPORT_ROLES, type ReportAgent } from "../../report/form/roles.js";
import { defineCommand } from "../frame/command.js";
import { noChoice } from "../frame/usage-error.js";

/** How findings name a message from standard input. */
const STANDARD_INPUT = "(standard input)";

export const command = defineCommand({
  description:
    "Checks the last message of an agent, or its report alone, against the invariants of the report form. FILE may be - for standard input, or the body.md of an agent, whose example is checked. Without an option, what it names is not checked.",
  positionals: ["<FILE>"],
  options: {
    role: {
      type: "text",
      value: "ROLE",
      description: "the role that was spawned",
      choices: REPORT_ROLES,
      isOpen: true,
    },
    task: { type: "text", value: "ID", description: "the task as it was given: its number, or none" },
    acceptance: { type: "text", value: "FILE", description: "the acceptance of the task, one criterion a line" },
    changed: {
      type: "text",
      value: "PATH",
      description: "a file that differs in the workspace",
      multiple: true,
    },
    "changed-list": {
      type: "text",
      value: "FILE",
      description: "a file with such paths, one a line or as git -z writes them; empty where nothing differs",
    },
    last: {
      type: "flag",
      description: "in a transcript of several messages, check the last report, with the prose since the one before",
    },
    content: {
      type: "text",
      value: "FOLDER",
      description: "a content folder with agents and skills of your own that may report too",
    },
    format: { type: "text", value: "FORM", description: "how to print findings", choices: [...FINDING_FORMATS] },
  },
  async run(options, [file], { cwd, env, stdin, stdout }) {
    const read = (name: string, kind: string) => readText(resolve(cwd, name), kind, name);
    const { role, task, acceptance, changed, content, "changed-list": list } = options;
    const listed = list === undefined ? [] : pathsOf(read(list, "list of files"), list);
    const own: ExpectedReport = content === undefined ? {} : rolesOf(parseContent(readContent(resolve(cwd, content))));
    const expected: ExpectedReport = {
      ...own,
      ...definedOnly({
        role: role === undefined ? undefined : roleOf(role, own.agents ?? []),
        taskId: task === undefined ? undefined : taskOf(task),
        acceptance: acceptance === undefined ? undefined : criteriaOf(read(acceptance, "list of criteria"), acceptance),
        changedFiles: changed === undefined && list === undefined ? undefined : [...(changed ?? []), ...listed],
      }),
    };
    const given = file === "-" ? await readAll(stdin) : messageIn(read(file, "report"), resolve(cwd, file));
    const text = options.last === true ? lastReport(given) : given;
    const shown = file === "-" ? STANDARD_INPUT : file.replaceAll("\\", "/");
    const findings = checkReport(text, expected).map(
      ({ invariant, message, line, pointer, remedy }): Finding => ({
        file: shown,
        line,
        pointer,
        rule: reportRuleOf(invariant),
        level: "error",
        message,
        remedy,
      }),
    );
    const format = (options.format ?? "text") as FindingFormat;
    const base = { ...(file === "-" ? {} : { folder: cwd }), root: rootOfPaths(cwd, env) };
    stdout(formatFindings(findings, format, { base }));
    if (format === "text") {
      stdout(visibleLines([`${countFindings(findings)} in ${shown}`]));
      if (countReports(text) > 1) stdout("In a transcript of several messages, --last checks the last report.\n");
    }
    return findings.length === 0 ? 0 : 1;
  },
});

/** A body is not a message: it shows an example of a report, and its prose claims no work. */
function messageIn(text: string, path: string): string {
  const isBody = basename(path) === "body.md" && existsSync(join(dirname(path), "meta.yml"));
  return isBody ? exampleAlone(text) : text;
}

/** @throws NexusError as {@link readText}, for example if standard input is a folder */
async function readAll(stdin: () => Promise<Buffer>): Promise<string> {
  try {
    return textOf(await stdin(), "report", STANDARD_INPUT);
  } catch (thrown) {
    throw unreadable(thrown, "report", STANDARD_INPUT);
  }
}

function roleOf(word: string, agents: readonly ReportAgent[]): string {
  const roles = [...new Set([...REPORT_ROLES, ...agents.map(({ id }) => id)])];
  if (roles.includes(word)) return word;
  throw NexusError.of("NXC_USAGE_FLAG_VALUE", {
    flag: "--role",
    problem: noChoice(word, roles),
    expected: "--role ROLE",
  });
}

function taskOf(word: string): number | null {
  if (word === "none") return null;
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word);
  const problem = `cannot be "${word}": it is the number of a task, or none`;
  throw NexusError.of("NXC_USAGE_FLAG_VALUE", { flag: "--task", problem, expected: "--task ID" });
}

/** An empty list would check nothing and look like success. */
function criteriaOf(text: string, file: string): readonly string[] {
  const criteria = linesOf(text);
  if (criteria.length > 0) return criteria;
  const problem = `cannot be "${file}": the file holds no criterion`;
  throw NexusError.of("NXC_USAGE_FLAG_VALUE", { flag: "--acceptance", problem, expected: "--acceptance FILE" });
}

/** The paths of a list. A null character after each means that none is quoted. */
function pathsOf(text: string, file: string): readonly string[] {
  if (text.includes("\0")) return text.split("\0").filter((path) => path !== "");
  const paths = linesOf(text);
  const quoted = paths.find((path) => /^".*\\.*"$/.test(path));
  if (quoted === undefined) return paths;
  const problem = `cannot be "${file}": git has quoted the name ${quoted}, so make the list with git -z`;
  throw NexusError.of("NXC_USAGE_FLAG_VALUE", { flag: "--changed-list", problem, expected: "--changed-list FILE" });
}

/** The lines of a list that are not empty. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
