/** Values that only an earlier answer of the same sequence can show, such as an id that the implementation chose. */

/** Placeholder in the parameters of a call for a value that a prediction captures. */
export class CapturedValue {
  constructor(
    readonly name: string,
    readonly otherwise: unknown,
  ) {}

  /** The form in which reports show a call. */
  toJSON(): string {
    return `{{${this.name}}}`;
  }
}

/**
 * A parameter with the value that a prediction captured.
 * @param name the name under which a prediction captures it
 * @param otherwise the value to use as long as no answer has shown it
 */
export function captured(name: string, otherwise: unknown): CapturedValue {
  return new CapturedValue(name, otherwise);
}

const OPENING = "{{";
const USE = /\\?\{\{[^{}]*\}\}/gu;

/**
 * Converts data for a fixture: captured values become uses of their names, and other texts that look like uses get a
 * backslash.
 * @param names the captured values that an answer has shown
 */
export function asFixtureData<Value>(
  value: Value,
  names: ReadonlySet<string>,
  braces: "uses" | "text" = "uses",
): Value {
  const inside = <Inner>(inner: Inner): Inner => asFixtureData(inner, names, braces);
  if (value instanceof CapturedValue)
    return (names.has(value.name) ? `{{${value.name}}}` : inside(value.otherwise)) as Value;
  if (typeof value === "string") {
    return (braces === "uses" && value.includes(OPENING) ? value.replace(USE, "\\$&") : value) as Value;
  }
  if (Array.isArray(value)) return value.map(inside) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [inside(name), inside(member)])) as Value;
}
