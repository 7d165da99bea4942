import type { VerifiedToken as Verified } from "@nexus-core/service/identity/verify-token";
import type { Caller } from "../base/caller.js";

export type VerifiedToken = Verified<Caller>;

/** Tells whom a token identifies. Whether its jti was used before is checked with the store. */
export interface Verifier {
  /** @throws ThreadError UNAUTHORIZED, whose message holds nothing of the token */
  verify(token: string): Promise<VerifiedToken>;
}
