import type { Operator } from "./operator.js";

/** `{"pattern": "^[a-z]+$"}`: a string that the regular expression finds a match in. */
export const pattern: Operator<string> = {
  name: "pattern",
  compile(source) {
    const expression = compileExpression(source);
    return (value) =>
      typeof value === "string" && expression.test(value) ? undefined : `no string of the form ${source}`;
  },
};

/** Prefers Unicode mode. Foreign fixtures may contain escapes that are valid only without it. */
function compileExpression(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
