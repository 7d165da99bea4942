import { estimateTokenCount } from "tokenx";
import { composeDefinition } from "../compose/compose-definition.js";
import { type Content, type DefinitionKind, definitionsOf, idOf } from "../read/content.js";

/** How many tokens a compiled agent may have before its author should shorten it. */
const AGENT = 1800;

/** The budget of a skill that is not listed below. */
const SKILL = 3000;

/** Skills that only set up or keep up are short. */
const SKILL_BUDGETS: Readonly<Record<string, number>> = {
  "nx-setup": 1500,
  "nx-sync": 1500,
};

function budgetOf(kind: DefinitionKind, id: string): number {
  return kind === "agent" ? AGENT : (SKILL_BUDGETS[id] ?? SKILL);
}

/** One row of the table of budgets. */
export interface BodySize {
  readonly file: string;
  /** Estimated for the compiled body, with ground rules and report form. */
  readonly tokens: number;
  readonly budget: number;
}

/** The tokens of all compiled bodies against their budgets. */
export function sizesOf(content: Content): readonly BodySize[] {
  return definitionsOf(content).flatMap((definition) => {
    const composed = composeDefinition(content, definition);
    if (definition.body === undefined || definition.body.text.trim() === "" || composed === undefined) return [];
    const tokens = estimateTokenCount(composed.text);
    return [{ file: definition.body.file, tokens, budget: budgetOf(definition.kind, idOf(definition)) }];
  });
}
