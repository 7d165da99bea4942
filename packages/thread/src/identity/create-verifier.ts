import {
  createTokenVerifier,
  TokenRefused,
  type TokenRules,
  textClaim,
} from "@nexus-core/service/identity/verify-token";
import { ThreadError } from "../contract/thread-error.js";
import { IDENTIFIER } from "./identifier.js";
import type { Verifier } from "./verifier.js";

/** Verifies the platform's tokens, with all claims of the contract (`thread.identity.all-claims`). */
export function createVerifier(rules: TokenRules): Verifier {
  const verify = createTokenVerifier(rules, (payload) => ({
    agentId: textClaim(payload, "agent_id", IDENTIFIER),
    workspaceId: textClaim(payload, "workspace_id", IDENTIFIER),
    role: textClaim(payload, "role"),
    sessionId: textClaim(payload, "session_id", IDENTIFIER),
  }));
  return {
    verify: async (token) => {
      try {
        return await verify(token);
      } catch (thrown) {
        if (!(thrown instanceof TokenRefused)) throw thrown;
        throw ThreadError.of("UNFIT_TOKEN", { problem: thrown.message });
      }
    },
  };
}
