import { readFileSync, statSync } from "node:fs";
import { type CryptoKey, importJWK, type JWK } from "jose";
import { StartError } from "../start-error.js";

/** The algorithms of the contract; each goes with one kind of key, so that no key is taken for another. */
export type Algorithm = "EdDSA" | "ES256";

export interface TrustedKey {
  readonly algorithm: Algorithm;
  readonly key: CryptoKey;
}

/** Trusted keys by their kid. Another object means other keys. */
export type TrustedKeys = ReadonlyMap<string, TrustedKey>;

/** Where the trusted keys come from. They may change while the service runs. */
export interface KeySource {
  /** @param kid the key that is looked for; one that is not known may be a new one */
  keys(kid: string): Promise<TrustedKeys>;
}

/**
 * Keys that stay as they are.
 * @param set a JWK set
 * @throws StartError where it holds no key that could be used
 */
export async function keysFromSet(set: unknown, source = "The JWK set"): Promise<KeySource> {
  const keys = await trustedKeys(set, source);
  return { keys: async () => keys };
}

/**
 * Keys from a file, which is read again when it has changed: a key is added or withdrawn without a restart. A file that
 * cannot be used any more leaves the keys as they were.
 * @param lookEveryMs how often it is looked at, at the most
 * @throws StartError where it cannot be used in the first place
 */
export async function keysFromFile(path: string, lookEveryMs = 1000): Promise<KeySource> {
  let signature = signatureOf(path);
  let keys = await readKeys(path);
  let lookedAt = performance.now();
  let reading: Promise<void> | undefined;

  async function look(): Promise<void> {
    const found = signatureOf(path);
    if (found === signature) return;
    try {
      keys = await readKeys(path);
      signature = found;
    } catch (thrown) {
      // Perhaps somebody is still writing it.
      if (!(thrown instanceof StartError)) throw thrown;
    }
  }

  return {
    keys: async () => {
      if (performance.now() - lookedAt > lookEveryMs) {
        lookedAt = performance.now();
        reading = look();
      }
      await reading;
      return keys;
    },
  };
}

/** What differs when a file was written or replaced. */
function signatureOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? "" : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}

async function readKeys(path: string): Promise<TrustedKeys> {
  let set: unknown;
  try {
    set = JSON.parse(readFileSync(path, "utf8"));
  } catch (thrown) {
    const [reason = ""] = (thrown instanceof Error ? thrown.message : String(thrown)).split("\n");
    const problem = thrown instanceof SyntaxError ? "is not valid JSON" : `cannot be read: ${reason}`;
    throw new StartError(`${path} ${problem}. Name a file with a JWK set, such as nexus-thread keygen writes.`);
  }
  return trustedKeys(set, path);
}

async function trustedKeys(set: unknown, source: string): Promise<TrustedKeys> {
  const listed = isRecord(set) ? set["keys"] : undefined;
  if (!Array.isArray(listed)) throw new StartError(`${source} is no JWK set: it has no list "keys".`);
  const keys = new Map<string, TrustedKey>();
  for (const [index, jwk] of listed.entries()) {
    const algorithm = isRecord(jwk) ? algorithmOf(jwk) : undefined;
    // Platforms publish keys for other purposes beside these.
    if (!isRecord(jwk) || algorithm === undefined) continue;
    const { kid, d } = jwk;
    const place = `${source}#/keys/${index}`;
    if (typeof kid !== "string" || kid === "")
      throw new StartError(`${place} has no kid. Give each key a name of its own.`);
    if (keys.has(kid)) throw new StartError(`${place} has the kid of another key. Give each key a name of its own.`);
    if (d !== undefined)
      throw new StartError(`${place} is a private key. Put its public part there, and keep it secret.`);
    keys.set(kid, { algorithm, key: await imported(jwk, algorithm, place) });
  }
  if (keys.size > 0) return keys;
  throw new StartError(`${source} holds no key for EdDSA (Ed25519) or ES256 (P-256). Add one with a kid.`);
}

async function imported(jwk: JWK, algorithm: Algorithm, place: string): Promise<CryptoKey> {
  try {
    const { kty, crv, x, y } = jwk;
    const key = await importJWK({ kty, crv, x, y } as JWK, algorithm);
    if (key instanceof Uint8Array) throw new Error("a symmetric key");
    return key;
  } catch (cause) {
    throw new StartError(`${place} is no key that could be used. Write it anew.`, { cause });
  }
}

function algorithmOf({ kty, crv, use, alg, key_ops }: JWK): Algorithm | undefined {
  const algorithm =
    kty === "OKP" && crv === "Ed25519" ? "EdDSA" : kty === "EC" && crv === "P-256" ? "ES256" : undefined;
  if (use !== undefined && use !== "sig") return undefined;
  if (key_ops !== undefined && !key_ops.includes("verify")) return undefined;
  return alg === undefined || alg === algorithm || (alg === "Ed25519" && algorithm === "EdDSA") ? algorithm : undefined;
}

function isRecord(value: unknown): value is JWK & Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
