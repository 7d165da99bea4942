import { didYouMean } from "../../base/nearest.js";
import type { Macro } from "./macros.js";

export type MacroBreachKind = "unknown-primitive" | "missing-key" | "unknown-key" | "repeated-key";

/** A way in which a macro departs from what the vocabulary says of its primitive. */
export interface MacroBreach {
  readonly kind: MacroBreachKind;
  readonly offset: number;
  readonly message: string;
  /** `Did you mean "x"? `, or empty. */
  readonly hint: string;
}

/** A parameter of a primitive, as far as it is checked here. */
export interface MacroParam {
  readonly name: string;
  readonly required: boolean;
}

/**
 * Holds a macro to the vocabulary: the primitive is known, required parameters are there, none is unknown or given
 * twice. Of an unknown primitive nothing is said about parameters.
 * @param primitives the parameters of each primitive that the vocabulary has
 */
export function macroBreaches(
  { primitive, args, start }: Macro,
  primitives: ReadonlyMap<string, readonly MacroParam[]>,
): readonly MacroBreach[] {
  const params = primitives.get(primitive);
  const repeated = args
    .filter(({ key }, index) => args.findIndex((other) => other.key === key) < index)
    .map(
      ({ key, offset }): MacroBreach => ({
        kind: "repeated-key",
        offset,
        message: `${primitive} is given "${key}" a second time`,
        hint: "",
      }),
    );
  if (params === undefined) {
    const message = `unknown primitive "${primitive}"`;
    return [
      { kind: "unknown-primitive", offset: start, message, hint: didYouMean(primitive, primitives.keys()) },
      ...repeated,
    ];
  }
  const names = params.map(({ name }) => name);
  const missing = params
    .filter(({ name, required }) => required && !args.some(({ key }) => key === name))
    .map(
      ({ name }): MacroBreach => ({
        kind: "missing-key",
        offset: start,
        message: `${primitive} needs "${name}"`,
        hint: "",
      }),
    );
  const unknown = args
    .filter(({ key }) => !names.includes(key))
    .map(
      ({ key, offset }): MacroBreach => ({
        kind: "unknown-key",
        offset,
        message: `${primitive} has no parameter "${key}"`,
        hint: didYouMean(key, names),
      }),
    );
  return [...missing, ...unknown, ...repeated];
}
