import type { Content, DefinitionKind } from "../content.js";
import { isReportBlock } from "../report/read-block.js";
import { type BodyText, bodyTexts, sectionOf, wordCount } from "./body-text.js";

/** How many words a body may have, its macros and fenced blocks apart: those are forms, and no rules to keep in mind. */
export interface Budget {
  /** Below it a section is thin; agents alone have such a figure, since a skill is as long as its procedure. */
  readonly least?: number;
  /** Above it somebody should look for what can go. */
  readonly soft: number;
  /** Above it the body does not ship. */
  readonly hard: number;
}

/** A third more than most agents of other collections have. */
const AGENT: Budget = { least: 550, soft: 850, hard: 950 };

/** What a skill has that is named nowhere below. */
const SKILL: Budget = { soft: 1250, hard: 1800 };

/** Skills by how much they decide: set-up and upkeep are short, planning holds the most rules. */
export const SKILL_BUDGETS: Readonly<Record<string, Budget>> = {
  "nx-setup": { soft: 700, hard: 1800 },
  "nx-sync": { soft: 700, hard: 1800 },
  "nx-init": { soft: 1000, hard: 1800 },
  "nx-run": { soft: 1250, hard: 1800 },
  "nx-plan": { soft: 1500, hard: 1800 },
};

export function budgetOf(kind: DefinitionKind, id: string): Budget {
  return kind === "agent" ? AGENT : (SKILL_BUDGETS[id] ?? SKILL);
}

const SET = 14_000;
const BODIES = 14;

/** All bodies together: 14,000 words for fourteen; a larger set has the same thousand for each. */
export function setBudget(bodies: number): number {
  return Math.max(SET, (SET / BODIES) * bodies);
}

/** What is known of harnesses that cut a text: none cuts before this many bytes. */
export const FIRST_BYTES = 8000;

/** Sections of which every line has to stand before that cut. What lists the values of the form may stand behind it. */
const DECISIVE = ["Constraints", "Procedure", "Stop and ask"];

/** A loop without this line does not end, wherever in the body the line stands. */
const SAME_FAILURE = /\bfailures are the same\b|\bis the same failure\b/i;

/** Where a body is too long for a harness that cuts at `FIRST_BYTES`: the parts that end behind it, with their size. */
export interface Cut {
  readonly part: string;
  /** Offset of the part. */
  readonly offset: number;
  /** Bytes up to the end of the part. */
  readonly bytes: number;
}

export function cutParts(body: BodyText): readonly Cut[] {
  const form = body.fences.find(isReportBlock);
  const parts = [
    ...DECISIVE.flatMap((title) => {
      const section = sectionOf(body, title);
      return section === undefined ? [] : [{ part: title, offset: section.heading, end: section.end }];
    }),
    ...(form === undefined ? [] : [{ part: "the report form", offset: form.start, end: form.close ?? form.end }]),
    ...body.blocks
      .filter(({ text }) => SAME_FAILURE.test(text))
      .map(({ text, offset }) => ({ part: "what the same failure is", offset, end: offset + text.length })),
  ];
  return parts
    .map(({ part, offset, end }) => ({ part, offset, bytes: Buffer.byteLength(body.text.slice(0, end).trimEnd()) }))
    .filter(({ bytes }) => bytes > FIRST_BYTES);
}

/** One row of the table of budgets. */
export interface BodySize {
  readonly file: string;
  readonly words: number;
  readonly budget: Budget;
  readonly state: "short" | "within" | "over" | "over hard limit";
  readonly cut: readonly string[];
}

/** The words of all bodies against their budgets. */
export interface Sizes {
  readonly bodies: readonly BodySize[];
  readonly words: number;
  readonly budget: number;
}

export function sizesOf(content: Content): Sizes {
  const bodies = bodyTexts(content).map((body): BodySize => {
    const words = wordCount(body.prose);
    const budget = budgetOf(body.kind, body.id);
    return {
      file: body.file,
      words,
      budget,
      state: stateOf(words, budget),
      cut: cutParts(body).map(({ part }) => part),
    };
  });
  return { bodies, words: bodies.reduce((sum, { words }) => sum + words, 0), budget: setBudget(bodies.length) };
}

function stateOf(words: number, { least = 0, soft, hard }: Budget): BodySize["state"] {
  if (words > hard) return "over hard limit";
  if (words > soft) return "over";
  return words < least ? "short" : "within";
}
