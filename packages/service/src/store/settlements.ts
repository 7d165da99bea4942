import type { Transaction } from "./store.js";

/** A write that shares a transaction with others. */
export interface SharedWrite<Tables> {
  readonly work: (tx: Transaction<Tables>) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** A transaction that several writes share. */
export interface SharedTransaction<Tables> extends Transaction<Tables> {
  /** Number of statements so far that have changed something, or may still do. */
  readonly changes: number;
  /** Whether a statement is known to have failed. All later ones fail as well. */
  readonly hasFailed: boolean;
  /** @throws why a statement has failed, if one is known to have */
  failIfFailed(): void;
}

/**
 * Runs writes one after another. One that throws before it changes anything, such as a refused one, leaves the others
 * alone.
 * @param settlements receives how to settle each write, to be done after the commit
 * @throws what the write has thrown that comes after the settled ones; the transaction is of no use then
 */
export async function runTogether<Tables>(
  writes: readonly SharedWrite<Tables>[],
  tx: SharedTransaction<Tables>,
  settlements: (() => void)[],
): Promise<void> {
  for (const { work, resolve, reject } of writes) {
    const { changes } = tx;
    try {
      const result = await work(tx);
      tx.failIfFailed();
      settlements.push(() => resolve(result));
    } catch (thrown) {
      if (tx.changes > changes || tx.hasFailed) throw thrown;
      settlements.push(() => reject(thrown));
    }
  }
}
