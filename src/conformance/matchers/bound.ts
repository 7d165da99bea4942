import type { Operator } from "./operator.js";

/** An operator that holds for numbers on one side of a limit. While a fixture is only loaded, a captured limit is the text "0". */
export function bound(
  name: "min" | "max",
  holds: (value: number, limit: number) => boolean,
  words: string,
): Operator<unknown> {
  return {
    name,
    compile(given) {
      const limit = Number(given);
      if (Number.isNaN(limit))
        throw new Error(
          `${name} is ${JSON.stringify(given)}, which is neither a number nor the name of a captured one`,
        );
      return (value) => (typeof value === "number" && holds(value, limit) ? undefined : `no number ${words} ${limit}`);
    },
  };
}
