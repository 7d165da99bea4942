import type { Caller } from "./caller.js";

/** What a token says, once its signature, its times and the form of its claims are known to be right. */
export interface VerifiedToken {
  readonly caller: Caller;
  /** A digest of `iss`; empty where the token names no issuer. */
  readonly issuer: string;
  /** Unique among the tokens of the issuer. */
  readonly jti: string;
  /** Tells this token from others of the same issuer and jti. */
  readonly digest: string;
  /** Milliseconds since 1970; the token is of no use from then on, whatever the clocks differ. */
  readonly usableUntil: number;
}

/** Tells who has signed a token, and what for. Whether its jti was used before is the store's to know. */
export interface Verifier {
  /** @throws ThreadError UNAUTHORIZED, whose message holds nothing of the token */
  verify(token: string): Promise<VerifiedToken>;
}
