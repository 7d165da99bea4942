/** The order in which cases are judged, and how many of them at a time. */

/**
 * Works on several items at a time and hands the outcomes out in the order of the items, so that whoever reads them
 * sees the same however many there are at a time. Ends no work half way: whoever stops reading waits for what is under
 * way.
 * @param jobs how many items are worked on at a time, at least 1
 * @param work must not reject before its turn to be read, unless the run is to end there
 */
export async function* inOrder<Item, Outcome>(
  items: readonly Item[],
  jobs: number,
  work: (item: Item) => Promise<Outcome>,
): AsyncGenerator<Outcome, void, void> {
  const outcomes: Promise<Outcome>[] = [];
  let isStopped = false;
  const startNext = () => {
    const item = items[outcomes.length];
    if (isStopped || outcomes.length === items.length) return;
    const outcome = work(item as Item);
    outcomes.push(outcome);
    outcome.then(startNext, () => (isStopped = true));
  };
  try {
    for (let lane = 0; lane < jobs; lane += 1) startNext();
    for (let index = 0; index < items.length; index += 1) yield await (outcomes[index] as Promise<Outcome>);
  } finally {
    isStopped = true;
    await Promise.allSettled(outcomes);
  }
}

/**
 * The items in an order that looks random and is the same for the same seed (Fisher and Yates, fed by mulberry32).
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
