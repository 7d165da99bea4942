import { createHash } from "node:crypto";
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import type { Clock } from "../clock.js";
import { ThreadError } from "../thread-error.js";
import { IDENTIFIER } from "./identifier.js";
import type { KeySource, TrustedKeys } from "./keys.js";
import { LruMap } from "./lru-map.js";
import type { VerifiedToken, Verifier } from "./verifier.js";

export interface VerifierOptions {
  readonly keys: KeySource;
  readonly clock: Clock;
  /** By how much the clocks of platform and service may differ; 30 where absent. */
  readonly leewaySeconds?: number;
}

/** Longer than any token that says what it must; whoever sends more wants to keep the service busy. */
const MOST_CHARACTERS = 8192;

/** Checking a signature takes longer than writing a message, and agents send one token all day. */
const REMEMBERED = 4096;

const ALGORITHMS = ["EdDSA", "ES256"];

/** What a role or a jti may be: one line of any text. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,256}$/u;

/** The last moment that dates can name. */
const END_OF_TIME = 8.64e15;

/** Verifies compact JWS tokens of the platform, signed with EdDSA or ES256 by a key that their kid names. */
export function createVerifier({ keys: source, clock, leewaySeconds = 30 }: VerifierOptions): Verifier {
  const remembered = new LruMap<string, Remembered>(REMEMBERED);

  return {
    verify: async (token) => {
      const known = remembered.get(token);
      const { kid, algorithm } = known ?? headerOf(token);
      const keys = await source.keys(kid);
      const now = clock.now();
      // A key that was withdrawn must not live on in what was remembered.
      if (known?.keys === keys && now < known.verified.usableUntil) return known.verified;
      const trusted = keys.get(kid);
      if (trusted === undefined || trusted.algorithm !== algorithm)
        throw refusal("is signed by no key that is trusted");
      const payload = await payloadOf(token, trusted.key, now, leewaySeconds);
      const verified = verifiedToken(token, payload, now, leewaySeconds);
      remembered.set(token, { verified, kid, algorithm, keys });
      return verified;
    },
  };
}

interface Remembered {
  readonly verified: VerifiedToken;
  readonly kid: string;
  readonly algorithm: string;
  /** The trusted keys of that time. */
  readonly keys: TrustedKeys;
}

/** What the header asks for. Nothing else in it is followed: no key and no address that a token brings along. */
function headerOf(token: string): { readonly kid: string; readonly algorithm: string } {
  if (token.length > MOST_CHARACTERS) throw refusal(`has more than ${MOST_CHARACTERS} characters`);
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    if (typeof alg !== "string" || !ALGORITHMS.includes(alg)) throw refusal("is not signed with EdDSA or ES256");
    if (typeof kid !== "string" || kid === "") throw refusal("names no key (kid)");
    return { kid, algorithm: alg };
  } catch (thrown) {
    throw thrown instanceof ThreadError ? thrown : refusal("is no compact JWS");
  }
}

async function payloadOf(
  token: string,
  key: Parameters<typeof jwtVerify>[1],
  now: number,
  clockTolerance: number,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ALGORITHMS,
      clockTolerance,
      currentDate: new Date(now),
    });
    return payload;
  } catch (thrown) {
    // What the library says may quote the payload.
    if (thrown instanceof errors.JWTExpired) throw refusal("has expired");
    if (thrown instanceof errors.JWTClaimValidationFailed) throw refusal("has a time that is wrong or not yet reached");
    if (thrown instanceof errors.JWSSignatureVerificationFailed) throw refusal("has a signature that does not verify");
    if (thrown instanceof errors.JOSEError) throw refusal("is no JSON Web Token that could be used");
    throw refusal("is no token that could be verified");
  }
}

/** The claims of the contract, all of them, in their form (`thread.identity.all-claims`). */
function verifiedToken(token: string, payload: JWTPayload, now: number, leewaySeconds: number): VerifiedToken {
  const text = (claim: string, form: RegExp): string => {
    const value = payload[claim];
    if (typeof value === "string" && form.test(value)) return value;
    throw refusal(`lacks the claim ${claim}, or has it in another form`);
  };
  const time = (claim: string): number => {
    const value = payload[claim];
    if (typeof value === "number" && Number.isFinite(value)) return value * 1000;
    throw refusal(`lacks the claim ${claim}, or has it in another form`);
  };
  const caller = {
    agentId: text("agent_id", IDENTIFIER),
    workspaceId: text("workspace_id", IDENTIFIER),
    role: text("role", NAME),
    sessionId: text("session_id", IDENTIFIER),
  };
  const leeway = leewaySeconds * 1000;
  if (time("iat") > now + leeway) throw refusal("was issued in the future");
  return {
    caller,
    jti: text("jti", NAME),
    digest: digestOf(token),
    usableUntil: Math.min(Math.floor(time("exp") + leeway), END_OF_TIME),
  };
}

/** Of what is signed, and not of the signature: there are two of the same worth for each text in ES256. */
function digestOf(token: string): string {
  return createHash("sha256")
    .update(token.slice(0, token.lastIndexOf(".")))
    .digest("base64url");
}

function refusal(problem: string): ThreadError {
  return new ThreadError("UNAUTHORIZED", `The token ${problem}. Ask the platform for a new one.`);
}
