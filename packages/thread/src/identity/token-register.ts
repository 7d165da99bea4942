import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.js";
import type { Store } from "../store/store.js";
import { forgetTokens, keepToken } from "../store/tokens.js";
import { ThreadError } from "../thread-error.js";
import type { VerifiedToken } from "./verifier.js";

/** Tokens that this process has admitted and need not ask the store for again. */
const REMEMBERED = 4096;

/**
 * A jti of an issuer names one token, the first that came with it (`thread.identity.replay`); it may come again until it
 * expires. The store keeps this, so that it holds in all processes and after a restart.
 */
export class TokenRegister {
  readonly #admitted = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** @throws ThreadError UNAUTHORIZED for a token whose jti belongs to another one */
  async admit({ issuer, jti, digest, usableUntil }: VerifiedToken): Promise<void> {
    // A digest has no blank, so no other issuer and jti make the same text.
    const name = `${issuer} ${jti}`;
    let owner = this.#admitted.get(name);
    if (owner !== digest) {
      const now = this.clock.now();
      owner = await this.store.write(async (tx) => {
        await forgetTokens(tx, now);
        return keepToken(tx, { issuer, jti, digest, kept_until: usableUntil });
      });
      this.#admitted.set(name, owner);
    }
    if (owner === digest) return;
    throw ThreadError.of("JTI_IN_USE", {});
  }
}
