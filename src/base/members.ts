/** Reads members of parsed values of any shape. Schema rules report what is wrong; the other rules use what is valid. */

/** A member of an object, or undefined. */
export function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

export function textMember(value: unknown, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === "string" ? found : undefined;
}

/** The elements of a list member with their indexes. A missing list has no elements. */
export function listMember(value: unknown, key: string): readonly { readonly index: number; readonly item: unknown }[] {
  const found = member(value, key);
  return Array.isArray(found) ? found.map((item: unknown, index) => ({ index, item })) : [];
}

/** The texts of a list member, each with its index. */
export function textsMember(value: unknown, key: string): readonly { readonly index: number; readonly text: string }[] {
  return listMember(value, key).flatMap(({ index, item }) => (typeof item === "string" ? [{ index, text: item }] : []));
}
