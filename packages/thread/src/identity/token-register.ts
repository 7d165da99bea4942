import type { Clock } from "../clock.js";
import type { Store } from "../store/store.js";
import { forgetTokens, keepToken } from "../store/tokens.js";
import { ThreadError } from "../thread-error.js";
import { LruMap } from "./lru-map.js";
import type { VerifiedToken } from "./verifier.js";

/** Tokens that this process has admitted and need not ask the store for again. */
const REMEMBERED = 4096;

/**
 * A jti names one token, the first that came with it (`thread.identity.replay`); it may come again until it expires. The
 * store keeps this, so that it holds in all processes and after a restart.
 */
export class TokenRegister {
  readonly #admitted = new LruMap<string, string>(REMEMBERED);

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** @throws ThreadError UNAUTHORIZED for a token whose jti belongs to another one */
  async admit({ jti, digest, usableUntil }: VerifiedToken): Promise<void> {
    let owner = this.#admitted.get(jti);
    if (owner !== digest) {
      const now = this.clock.now();
      owner = await this.store.write(async (tx) => {
        await forgetTokens(tx, now);
        return keepToken(tx, { jti, digest, kept_until: usableUntil });
      });
      this.#admitted.set(jti, owner);
    }
    if (owner === digest) return;
    throw new ThreadError(
      "UNAUTHORIZED",
      "Another token has used the jti of this one. Ask the platform for a new token.",
    );
  }
}
