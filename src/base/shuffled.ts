/**
 * Shuffles the items in an order that depends only on the seed (Fisher-Yates with mulberry32).
 * @param seed an integer from 0 to 4294967295
 */
export function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const result = [...items];
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let last = result.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(next() * (last + 1));
    [result[last], result[chosen]] = [result[chosen] as Item, result[last] as Item];
  }
  return result;
}
