import type { DefinitionKind } from "../content.js";

/**
 * The headings of a body, in order. Role and Constraints stand first, because a harness may cut a long text at its end
 * and models keep to early instructions best. Everybody who compiles bodies finds the same parts in the same places.
 */
export const SKELETON = {
  agent: [
    "Role",
    "Constraints",
    "Decides",
    "Works from",
    "Procedure",
    "Judgement",
    "Evidence",
    "Stop and ask",
    "Report",
  ],
  skill: ["Role", "Constraints", "When", "State", "Procedure", "Stop and ask", "Report"],
} as const satisfies Readonly<Record<DefinitionKind, readonly string[]>>;
