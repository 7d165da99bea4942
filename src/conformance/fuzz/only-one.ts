/** The value that all entries have in common, or undefined if they differ or there are none. */
export function onlyOne<Value>(values: readonly Value[]): Value | undefined {
  const [first, ...others] = new Set(values);
  return others.length === 0 ? first : undefined;
}
