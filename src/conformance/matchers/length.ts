import type { Operator } from "./operator.js";

/** Code points of a string or items of an array. */
function lengthOf(value: unknown): number | undefined {
  if (typeof value === "string") return [...value].length;
  return Array.isArray(value) ? value.length : undefined;
}

function lengthTest(holds: (length: number) => boolean, wanted: string) {
  return (value: unknown) => {
    const length = lengthOf(value);
    if (length === undefined) return "neither a string nor an array";
    return holds(length) ? undefined : `length ${length} instead of ${wanted}`;
  };
}

/** `{"length": 3}` */
export const length: Operator<number> = {
  name: "length",
  compile: (wanted) => lengthTest((actual) => actual === wanted, String(wanted)),
};

/** `{"minLength": 1}` */
export const minLength: Operator<number> = {
  name: "minLength",
  compile: (bound) => lengthTest((actual) => actual >= bound, `at least ${bound}`),
};

/** `{"maxLength": 80}` */
export const maxLength: Operator<number> = {
  name: "maxLength",
  compile: (bound) => lengthTest((actual) => actual <= bound, `at most ${bound}`),
};
