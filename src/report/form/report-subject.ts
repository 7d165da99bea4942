/** What the invariants look at: a message as far as it can be read, and what the delegation said. */

import { definedOnly } from "../../base/defined-only.js";
import { shortened } from "../../base/json-schema.js";
import { listMember, member, textMember } from "../../base/members.js";
import type { ExpectedReport, ReportBreach } from "./expected-report.js";
import { formBreaches } from "./form-breaches.js";
import { agentsOfPackage } from "./package-agents.js";
import { type BlockFault, type ReadBlock, readBlock } from "./read-block.js";
import { readDelegation } from "./read-delegation.js";
import type { ReportAgent } from "./roles.js";

export interface ReportSubject {
  /** The message, or an empty text. */
  readonly text: string;
  /** The value of the block; undefined where none could be read. Nothing is known of its shape. */
  readonly value: unknown;
  readonly expected: ExpectedReport;
  /** What keeps the block from being read, or from having the form. */
  readonly formBreaches: readonly ReportBreach[];
  /** The agent that reports: the one that was spawned, where that is known. Undefined for Lead and unknown roles. */
  readonly agent: ReportAgent | undefined;
  readonly agents: readonly ReportAgent[];
  readonly offsetOf: (pointer: string) => number;
}

export function reportSubject(message: unknown, given?: ExpectedReport): ReportSubject {
  const expected = readDelegation(given);
  const text = typeof message === "string" ? message : "";
  const { faults, range, found } = typeof message === "string" ? readBlock(message) : noText(message);
  const value = found?.value;
  // Read on demand: a report that cannot be parsed needs no manifest.
  const agents = () => expected.agents ?? agentsOfPackage();
  const role = expected.role ?? textMember(value, "role");
  return {
    text,
    value,
    expected,
    formBreaches: [...faults.map(atOffset), ...(found === undefined ? [] : formBreaches(value, expected))],
    get agent() {
      return agents().find(({ id }) => id === role);
    },
    get agents() {
      return agents();
    },
    offsetOf: found?.offsetOf ?? (() => range.start),
  };
}

function atOffset({ offset, message, hint }: BlockFault): ReportBreach {
  return { pointer: "", offset, message, ...definedOnly({ hint }) };
}

/** What a harness hands over that has no last message, or takes the report apart by itself. */
function noText(message: unknown): ReadBlock {
  const hint = "Hand over the text of the last message of the agent.";
  const fault = { offset: 0, message: `the message is ${shortened(message, 60)}, and no text`, hint };
  return { faults: [fault], range: { start: 0, end: 0 }, found: undefined };
}

/** A row of a list of the report, with the texts that it holds. */
export interface ReportRow {
  readonly pointer: string;
  readonly text: (key: string) => string;
}

/** The rows of a list, as far as it is one; a text that is missing counts as empty. */
export function rowsOf(value: unknown, key: string, prefix = ""): readonly ReportRow[] {
  return listMember(value, key).map(({ index, item }) => ({
    pointer: `${prefix}/${key}/${index}`,
    text: (name) => textMember(item, name) ?? "",
  }));
}

/** The rows of `questions` without whose answers the work cannot go on. */
export function blockingQuestions(value: unknown): readonly ReportRow[] {
  const items = listMember(value, "questions");
  return rowsOf(value, "questions").filter((_, index) => member(items[index]?.item, "blocking") === true);
}
