import type { Operator } from "./operator.js";

/** `{"schema": "state-schemas/cycle.json"}`: a value that is valid against a JSON Schema of the contract. */
export const schema: Operator<string> = {
  name: "schema",
  compile(path, context) {
    const check = context.schema(path);
    return (value) => {
      const [issue] = check(value);
      return issue === undefined ? undefined : `a value that breaks ${path} (${placed(issue.pointer)}${issue.message})`;
    };
  },
};

function placed(pointer: string): string {
  return pointer === "" ? "" : `${pointer}: `;
}
