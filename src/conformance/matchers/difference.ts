import { escapePointer } from "../../base/json-pointer.js";
import { isContainer, isSame } from "./same-value.js";

/** One place where the actual value differs from the wanted one. A missing side is undefined. */
export interface Difference {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly wanted: unknown;
  readonly actual: unknown;
}

/** The innermost places where two values differ, in the member order of the wanted value. */
export function differences(wanted: unknown, actual: unknown, pointer = ""): readonly Difference[] {
  if (isSame(wanted, actual)) return [];
  if (!isContainer(wanted) || !isContainer(actual) || Array.isArray(wanted) !== Array.isArray(actual)) {
    return [{ pointer, wanted, actual }];
  }
  const names = new Set([...Object.keys(wanted), ...Object.keys(actual)]);
  return [...names].flatMap((name) =>
    differences(member(wanted, name), member(actual, name), `${pointer}/${escapePointer(name)}`),
  );
}

function member(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
