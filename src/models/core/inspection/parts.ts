/** Careful looks at values that anybody may have written. */

export type Part = Readonly<Record<string, unknown>>;

export function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list, with their places in it; none where there is no list. */
export function partsOf(value: unknown): readonly (readonly [index: number, part: Part])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) => (isPart(item) ? [[index, item] as const] : []));
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Milliseconds; undefined for what names no time. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** An id as its number where it is one: earlier versions wrote numbers as texts. */
export function idOf(value: unknown): unknown {
  return typeof value === "string" && /^\d{1,15}$/u.test(value) ? Number(value) : value;
}

/** A value in a message: short, on one line. */
export function show(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "nothing");
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
