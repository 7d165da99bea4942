import type { Content, DefinitionKind } from "../read/content.js";
import { bodyTexts } from "./body-text.js";

/** How many words a body may have before its author should shorten it. */
const AGENT = 850;

/** The budget of a skill that is not listed below. */
const SKILL = 1250;

/** Skills by how much they decide: set-up and upkeep are short, planning holds the most rules. */
export const SKILL_BUDGETS: Readonly<Record<string, number>> = {
  "nx-setup": 700,
  "nx-sync": 700,
  "nx-init": 1000,
  "nx-run": 1250,
  "nx-plan": 1500,
};

export function budgetOf(kind: DefinitionKind, id: string): number {
  return kind === "agent" ? AGENT : (SKILL_BUDGETS[id] ?? SKILL);
}

/** One row of the table of budgets. */
export interface BodySize {
  readonly file: string;
  readonly words: number;
  readonly budget: number;
}

/** The words of all bodies against their budgets. */
export function sizesOf(content: Content): readonly BodySize[] {
  return bodyTexts(content).map(({ kind, id, file, words }) => ({ file, words, budget: budgetOf(kind, id) }));
}
