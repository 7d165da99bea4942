/** What Stryker found, as tables: made from the results and the reasons that are kept beside the reference. */

import { cell, table, tableOfMarkup } from "./markdown-table.js";
import { percent } from "./mutation/results.js";
import {
  groupScore,
  type Reason,
  readReasons,
  readRecord,
  reasonFor,
  type StrykerRecord,
  type StrykerScore,
  strykerScore,
  type Why,
} from "./stryker/record.js";
import { allFiles, filesOf, GROUPS } from "./stryker/sources.js";

const FOLDER = "packages/harness/src/";

const WHY: Readonly<Record<Why, string>> = {
  equivalent: "nobody could tell it from the reference",
  free: "the contract leaves it open",
  process: "only a crash, a second process or another system shows it",
  gap: "a case could show it, and none does",
};

export const STRYKER_TABLES: Readonly<Record<string, () => string>> = {
  "stryker groups": () => groups(readRecord()),
  "stryker files": () => files(readRecord()),
  "stryker why": () => causes(readRecord(), readReasons()),
  "stryker living": () => living(readRecord(), readReasons()),
};

function groups(record: StrykerRecord): string {
  return table(
    ["what", "goal", ...COLUMNS],
    GROUPS.map((group) => [
      group.title,
      group.goal === undefined ? "" : percent(group.goal),
      ...cells(groupScore(record, group)),
    ]),
  );
}

function files(record: StrykerRecord): string {
  return table(
    ["source", "in", ...COLUMNS],
    GROUPS.flatMap((group) =>
      filesOf(group).map((file) => [`\`${short(file)}\``, group.id, ...cells(strykerScore(record, [file]))]),
    ),
  );
}

const COLUMNS = ["score", "found", "of these without an end", "survived", "met by no case"];

function cells({ share, killed, timeout, survived, uncovered }: StrykerScore): readonly string[] {
  return [percent(share), String(killed + timeout), String(timeout), String(survived), String(uncovered)];
}

/** How many live for which cause, a column for each group. */
function causes(record: StrykerRecord, reasons: readonly Reason[]): string {
  const causeOf = (file: string) =>
    (record.files[file]?.living ?? []).map((mutant) => reasonFor(reasons, file, mutant)?.why);
  const counts = (why: Why | undefined) =>
    GROUPS.map((group) =>
      String(
        filesOf(group)
          .flatMap(causeOf)
          .filter((cause) => cause === why).length,
      ),
    );
  return table(
    ["why mutants live", ...GROUPS.map(({ id }) => id)],
    [
      ...(Object.keys(WHY) as Why[]).map((why) => [WHY[why], ...counts(why)]),
      ["nobody has looked into it yet", ...counts(undefined)],
    ],
  );
}

function living(record: StrykerRecord, reasons: readonly Reason[]): string {
  const rows = allFiles().flatMap((file) =>
    (record.files[file]?.living ?? []).map((mutant) => {
      const found = reasonFor(reasons, file, mutant);
      const change = `${code(mutant.original)} becomes ${code(mutant.replacement)}`;
      const why = found === undefined ? "" : cell(`${found.why}: ${found.reason}`);
      return [`\`${short(file)}:${mutant.line}\``, change, why];
    }),
  );
  return rows.length === 0 ? "None." : tableOfMarkup(["where", "what", "why it lives"], rows);
}

function short(file: string): string {
  return file.slice(FOLDER.length);
}

/** Backticks of the code itself would end it, and a bar its cell. */
function code(text: string): string {
  const [fence, room] = text.includes("`") ? ["``", " "] : ["`", ""];
  return text === "" ? "nothing" : `${fence}${room}${text.replaceAll("|", "\\|")}${room}${fence}`;
}
