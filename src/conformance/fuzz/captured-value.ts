/** A value that only an earlier answer of the same sequence can show, such as an id that the implementation chose. */

/** Stands in the parameters of a call for a value that a prediction has captured. */
export class Kept {
  constructor(
    readonly name: string,
    readonly otherwise: unknown,
  ) {}

  /** As reports show a call. */
  toJSON(): string {
    return `{{${this.name}}}`;
  }
}

/**
 * @param name under which a prediction captures the value
 * @param otherwise what the call is made with while no answer has shown it
 */
export function kept(name: string, otherwise: unknown): Kept {
  return new Kept(name, otherwise);
}

const OPENING = "{{";
const USE = /\\?\{\{[^{}]*\}\}/gu;

/**
 * The same data as a fixture has it: kept values as uses of their names, and a backslash before all else that looks like one.
 * @param names those that some answer has shown
 */
export function asFixtureData<Value>(
  value: Value,
  names: ReadonlySet<string>,
  braces: "uses" | "text" = "uses",
): Value {
  const inside = <Inner>(inner: Inner): Inner => asFixtureData(inner, names, braces);
  if (value instanceof Kept) return (names.has(value.name) ? `{{${value.name}}}` : inside(value.otherwise)) as Value;
  if (typeof value === "string") {
    return (braces === "uses" && value.includes(OPENING) ? value.replace(USE, "\\$&") : value) as Value;
  }
  if (Array.isArray(value)) return value.map(inside) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [inside(name), inside(member)])) as Value;
}
