/** The order of cases, and concurrent work on them. */

/**
 * Works on several items at a time, and yields the outcomes in the order of the items. A consumer that stops early waits
 * for work in progress, but no more starts.
 * @param jobs number of items to work on at a time, at least 1
 * @param work if it rejects, no more work starts, and the error is thrown when its outcome is read
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
