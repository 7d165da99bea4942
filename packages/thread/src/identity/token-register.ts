import { LRUCache } from "lru-cache";
import type { Clock } from "../base/clock.js";
import { ThreadError } from "../contract/thread-error.js";
import type { Store } from "../store/store.js";
import { forgetTokens, keepToken } from "../store/tokens.js";
import type { VerifiedToken } from "./verifier.js";

/** How many admitted tokens a process remembers, so that it does not ask the store again. */
const REMEMBERED = 4096;

/**
 * The first token with a jti owns it among the tokens of its issuer (`thread.identity.replay`), and may be used until it
 * expires. The store remembers the owner, so this holds in all processes and after a restart.
 */
export class TokenRegister {
  readonly #admitted = new LRUCache<string, string>({ max: REMEMBERED });

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** @throws ThreadError UNAUTHORIZED if another token owns the jti */
  async admit({ issuer, jti, digest, usableUntil }: VerifiedToken): Promise<void> {
    // The values are digests without spaces, so different pairs of issuer and jti never yield the same text.
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
