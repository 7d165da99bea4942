import type { Operator } from "./operator.js";

/** `{"pattern": "^[a-z]+$"}`: a string in which the regular expression is found. */
export const pattern: Operator<string> = {
  name: "pattern",
  compile(source) {
    const expression = compileExpression(source);
    return (value) =>
      typeof value === "string" && expression.test(value) ? undefined : `no string of the form ${source}`;
  },
};

/** Unicode mode where the source allows it; fixtures of others may hold escapes that only the older mode accepts. */
function compileExpression(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
