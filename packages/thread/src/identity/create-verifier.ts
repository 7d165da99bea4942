import { createHash } from "node:crypto";
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";
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
  /** The longest time between `iat` and `exp`; a week where absent. */
  readonly lifetimeSeconds?: number;
  /** What `aud` must be, or hold where it is a list; not checked where absent. */
  readonly audience?: string | undefined;
  /** What `iss` must be; not checked where absent. */
  readonly issuer?: string | undefined;
}

/** Longer than any token that says what it must; whoever sends more wants to keep the service busy. */
const MOST_CHARACTERS = 8192;

/** Checking a signature takes longer than writing a message, and agents send one token all day. */
const REMEMBERED = 4096;

const ALGORITHMS = ["EdDSA", "ES256"];

/** What a role or a jti may be: one line of any text. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,256}$/u;

/** Types of an access token (RFC 9068), and the general one. Tokens for other purposes have a type of their own. */
const ACCESS_TOKEN = /^(?:application\/)?(?:at\+)?jwt$/i;

const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Verifies compact JWS tokens of the platform, signed with EdDSA or ES256 by a key that their kid names. */
export function createVerifier(options: VerifierOptions): Verifier {
  const { keys: source, clock, leewaySeconds = 30, lifetimeSeconds = WEEK_SECONDS, audience, issuer } = options;
  const expected = {
    ...(audience === undefined ? {} : { audience }),
    ...(issuer === undefined ? {} : { issuer }),
  };
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
      const payload = await payloadOf(token, trusted.key, now, leewaySeconds, expected);
      const verified = verifiedToken(token, payload, now, leewaySeconds, lifetimeSeconds);
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
    const { kid, alg, typ } = decodeProtectedHeader(token);
    if (typeof alg !== "string" || !ALGORITHMS.includes(alg)) throw refusal("is not signed with EdDSA or ES256");
    if (typeof kid !== "string" || kid === "") throw refusal("names no key (kid)");
    if (typ !== undefined && (typeof typ !== "string" || !ACCESS_TOKEN.test(typ)))
      throw refusal("is of a type that is no access token (typ)");
    if (!isCanonical(token)) throw refusal("is not encoded in canonical base64url, without padding");
    return { kid, algorithm: alg };
  } catch (thrown) {
    throw thrown instanceof ThreadError ? thrown : refusal("is no compact JWS");
  }
}

/** Whether no other text stands for the same bytes: a second one would pass for a second token. */
function isCanonical(token: string): boolean {
  return token.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

async function payloadOf(
  token: string,
  key: Parameters<typeof jwtVerify>[1],
  now: number,
  clockTolerance: number,
  expected: Pick<JWTVerifyOptions, "audience" | "issuer">,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ALGORITHMS,
      clockTolerance,
      currentDate: new Date(now),
      ...expected,
    });
    return payload;
  } catch (thrown) {
    // What the library says may quote the payload.
    if (thrown instanceof errors.JWTExpired) throw refusal("has expired");
    if (thrown instanceof errors.JWTClaimValidationFailed) {
      if (thrown.claim === "aud") throw refusal("is not meant for this service (aud)");
      if (thrown.claim === "iss") throw refusal("comes from another issuer than the one that is trusted (iss)");
      throw refusal("has a time that is wrong or not yet reached");
    }
    if (thrown instanceof errors.JWSSignatureVerificationFailed) throw refusal("has a signature that does not verify");
    if (thrown instanceof errors.JOSEError) throw refusal("is no JSON Web Token that could be used");
    throw refusal("is no token that could be verified");
  }
}

/** The claims of the contract, all of them, in their form (`thread.identity.all-claims`). */
function verifiedToken(
  token: string,
  payload: JWTPayload,
  now: number,
  leewaySeconds: number,
  lifetimeSeconds: number,
): VerifiedToken {
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
  const issued = time("iat");
  const ends = time("exp");
  if (issued > now + leeway) throw refusal("was issued in the future");
  if (ends <= issued) throw refusal("expires before it was issued");
  if (ends - issued > lifetimeSeconds * 1000) throw refusal(`is valid for more than ${lifetimeSeconds} seconds`);
  return {
    caller,
    issuer: issuerDigest(payload.iss),
    jti: text("jti", NAME),
    digest: digestOf(token),
    usableUntil: Math.floor(ends + leeway),
  };
}

/** Of what is signed, and not of the signature: there are two of the same worth for each text in ES256. */
function digestOf(token: string): string {
  return sha256(token.slice(0, token.lastIndexOf(".")));
}

/** The claim may be of any length and hold any character, which a database could not keep. */
function issuerDigest(issuer: unknown): string {
  return issuer === undefined ? "" : sha256(JSON.stringify(issuer));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function refusal(problem: string): ThreadError {
  return ThreadError.of("UNFIT_TOKEN", { problem });
}
