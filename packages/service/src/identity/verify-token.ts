import { createHash } from "node:crypto";
import { type CryptoKey, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { definedOnly } from "nexus-core/base";
import { ALGORITHMS, type Algorithm, type KeyName, type KeySource } from "./keys.js";

/** What a token says, once its signature, its times and the form of its claims have been checked. */
export interface VerifiedToken<Caller> {
  readonly caller: Caller;
  /** A digest of `iss`; empty if the token names no issuer. */
  readonly issuer: string;
  /** Unique among the tokens of the issuer. */
  readonly jti: string;
  /** Tells this token from others of the same issuer and jti. */
  readonly digest: string;
  /** Milliseconds since 1970. The token is useless from then on, however far the clocks differ. */
  readonly usableUntil: number;
}

export interface TokenRules {
  readonly keys: KeySource;
  /** Milliseconds since 1970. */
  readonly clock: { now(): number };
  /** By how much the clocks of issuer and server may differ; 30 if absent. */
  readonly leewaySeconds?: number;
  /** The longest time between `iat` and `exp`; a week if absent. */
  readonly lifetimeSeconds?: number;
  /** What `aud` must be, or contain if it is a list; not checked if absent. */
  readonly audience?: string | undefined;
  /** What `iss` must be; not checked if absent. */
  readonly issuer?: string | undefined;
}

/** A token is not accepted. The message says why, and quotes nothing of the token. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
}

/** Far longer than a token needs to be. Checking longer ones would only keep the server busy. */
const MAX_CHARACTERS = 8192;

/** Checking a signature takes longer than most calls, and agents send one token all day. */
const REMEMBERED = 4096;

/** One line of any text. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,256}$/u;

/** Types of an access token (RFC 9068), and the general one. Tokens for other purposes have a type of their own. */
const ACCESS_TOKEN = /^(?:application\/)?(?:at\+)?jwt$/i;

const WEEK_SECONDS = 7 * 24 * 60 * 60;

interface Remembered<Caller> {
  readonly verified: VerifiedToken<Caller>;
  readonly name: KeyName;
  /** The key that has verified it. */
  readonly key: CryptoKey;
}

/**
 * Verifies compact JWS tokens, signed with EdDSA, ES256 or RS256 by a key that their `kid` names. Whether a `jti` was used
 * before is for the caller to check.
 * @param readCaller reads the claims that say who calls, and throws TokenRefused if one is missing or malformed
 * @returns a function that throws TokenRefused
 */
export function createTokenVerifier<Caller>(
  rules: TokenRules,
  readCaller: (payload: JWTPayload) => Caller,
): (token: string) => Promise<VerifiedToken<Caller>> {
  const { keys, clock, leewaySeconds = 30, lifetimeSeconds = WEEK_SECONDS, audience, issuer } = rules;
  const expected = definedOnly({ audience, issuer });
  const remembered = new LRUCache<string, Remembered<Caller>>({ max: REMEMBERED });

  return async (token) => {
    const known = remembered.get(token);
    const name = known?.name ?? nameIn(token);
    const key = await keys.find(name);
    const now = clock.now();
    // A key that was withdrawn must not live on in what was remembered.
    if (known !== undefined && known.key === key && now < known.verified.usableUntil) return known.verified;
    if (key === undefined) throw refusal("is signed by no key that is trusted");
    const payload = await payloadOf(token, key, now, leewaySeconds, expected);
    const verified = {
      caller: readCaller(payload),
      ...checkedToken(token, payload, now, leewaySeconds, lifetimeSeconds),
    };
    remembered.set(token, { verified, name, key });
    return verified;
  };
}

/**
 * A claim that is a text of this form.
 * @throws TokenRefused
 */
export function textClaim(payload: JWTPayload, claim: string, form: RegExp = NAME): string {
  const value = payload[claim];
  if (typeof value === "string" && form.test(value)) return value;
  throw refusal(`lacks the claim ${claim}, or has it in another form`);
}

/** The key that the header names. Nothing else in it is followed: no key and no address that a token brings along. */
function nameIn(token: string): KeyName {
  if (token.length > MAX_CHARACTERS) throw refusal(`has more than ${MAX_CHARACTERS} characters`);
  try {
    const { kid, alg, typ } = decodeProtectedHeader(token);
    if (!isAccepted(alg)) throw refusal("is not signed with EdDSA, ES256 or RS256");
    if (typeof kid !== "string" || kid === "") throw refusal("names no key (kid)");
    if (typ !== undefined && (typeof typ !== "string" || !ACCESS_TOKEN.test(typ)))
      throw refusal("is of a type that is no access token (typ)");
    if (!isCanonical(token)) throw refusal("is not encoded in canonical base64url, without padding");
    return { kid, alg };
  } catch (thrown) {
    throw thrown instanceof TokenRefused ? thrown : refusal("is no compact JWS");
  }
}

function isAccepted(alg: unknown): alg is Algorithm {
  return ALGORITHMS.some((accepted) => accepted === alg);
}

/** Whether no other text decodes to the same bytes: it would pass for a second token. */
function isCanonical(token: string): boolean {
  return token.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

async function payloadOf(
  token: string,
  key: CryptoKey,
  now: number,
  clockTolerance: number,
  expected: Pick<JWTVerifyOptions, "audience" | "issuer">,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [...ALGORITHMS],
      clockTolerance,
      currentDate: new Date(now),
      ...expected,
    });
    return payload;
  } catch (thrown) {
    // The library's messages may quote the payload.
    if (thrown instanceof errors.JWTExpired) throw refusal("has expired");
    if (thrown instanceof errors.JWTClaimValidationFailed) {
      if (thrown.claim === "aud") throw refusal("is not meant for this service (aud)");
      if (thrown.claim === "iss") throw refusal("comes from another issuer than the one that is trusted (iss)");
      throw refusal("has a time that is wrong or not yet reached");
    }
    if (thrown instanceof errors.JWSSignatureVerificationFailed) throw refusal("has a signature that does not verify");
    if (thrown instanceof errors.JOSEError) throw refusal("is no usable JSON Web Token");
    throw refusal("cannot be verified");
  }
}

/** Everything about a token that does not depend on whom it names. */
function checkedToken(
  token: string,
  payload: JWTPayload,
  now: number,
  leewaySeconds: number,
  lifetimeSeconds: number,
): Omit<VerifiedToken<unknown>, "caller"> {
  const time = (claim: string): number => {
    const value = payload[claim];
    if (typeof value === "number" && Number.isFinite(value)) return value * 1000;
    throw refusal(`lacks the claim ${claim}, or has it in another form`);
  };
  const leeway = leewaySeconds * 1000;
  const issued = time("iat");
  const ends = time("exp");
  if (issued > now + leeway) throw refusal("was issued in the future");
  if (ends <= issued) throw refusal("expires before it was issued");
  if (ends - issued > lifetimeSeconds * 1000) throw refusal(`is valid for more than ${lifetimeSeconds} seconds`);
  return {
    issuer: issuerDigest(payload.iss),
    jti: textClaim(payload, "jti"),
    digest: digestOf(token),
    // The check of `exp` counts in whole seconds, so a token is accepted to the end of its last one.
    usableUntil: Math.ceil((ends + leeway) / 1000) * 1000,
  };
}

/** Of what is signed, and not of the signature: in ES256 each text has two signatures that verify. */
function digestOf(token: string): string {
  return sha256(token.slice(0, token.lastIndexOf(".")));
}

/** The claim may be of any length and hold any character, which a database could not store. */
function issuerDigest(issuer: unknown): string {
  return issuer === undefined ? "" : sha256(JSON.stringify(issuer));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function refusal(problem: string): TokenRefused {
  return new TokenRefused(`The token ${problem}.`);
}
