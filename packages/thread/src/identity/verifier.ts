import type { VerifiedToken as Verified } from "@nexus-core/service/identity/verify-token";
import type { Caller } from "../base/caller.js";

export type VerifiedToken = Verified<Caller>;

/** Identifies the caller of a token. Reuse of its jti is checked separately, with the store. */
export interface Verifier {
  /** @throws ThreadError UNAUTHORIZED, whose message quotes nothing of the token */
  verify(token: string): Promise<VerifiedToken>;
}
