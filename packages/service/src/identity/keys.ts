import { readFileSync } from "node:fs";
import { type CryptoKey, createLocalJWKSet, errors, importJWK, type JSONWebKeySet, type JWK } from "jose";
import { definedOnly } from "nexus-core/base";
import { fileVersion } from "../files/file-version.js";
import { systemReason } from "../files/system-error.js";
import { StartError } from "../start-error.js";

/** The algorithms that are accepted; each goes with one kind of key, so that no key is taken for another. */
export const ALGORITHMS = ["EdDSA", "ES256", "RS256"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** RFC 7518 asks for it, and shorter ones can be broken. */
const LEAST_RSA_BITS = 2048;

/** What the header of a token says about its key. */
export interface KeyName {
  readonly kid: string;
  readonly alg: Algorithm;
}

/** Where the trusted keys come from. They may change while a server runs. */
export interface KeySource {
  /**
   * Finds the trusted key of this name. It is the same object each time until the keys are read anew.
   * @returns undefined if no trusted key has this name and algorithm
   * @throws Error if the keys cannot be read at present
   */
  find(name: KeyName): Promise<CryptoKey | undefined>;
  /** The names of all trusted keys. */
  list(): Promise<readonly KeyName[]>;
}

export interface KeySet {
  readonly names: readonly KeyName[];
  readonly find: KeySource["find"];
}

/**
 * Keys that stay as they are.
 * @param set a JWK set
 * @throws StartError if it holds no usable key
 */
export async function keysFromSet(set: unknown, source = "The JWK set"): Promise<KeySource> {
  const { names, find } = await keySet(set, source);
  return { find, list: async () => names };
}

/**
 * Keys from a file. It is read again when it has changed, so a key is added or withdrawn without a restart. While a
 * changed file is unusable, the keys stay as they were.
 * @param checkEveryMs the shortest time between two looks at the file
 * @throws StartError if it is unusable from the start
 */
export async function keysFromFile(path: string, checkEveryMs = 1000): Promise<KeySource> {
  let version = fileVersion(path);
  let keys = await readKeys(path);
  let checkedAt = performance.now();
  let reading: Promise<void> | undefined;

  async function check(): Promise<void> {
    const found = fileVersion(path);
    if (found === version) return;
    try {
      keys = await readKeys(path);
      version = found;
    } catch (thrown) {
      // The file may still be being written.
      if (!(thrown instanceof StartError)) throw thrown;
    }
  }

  async function current(): Promise<KeySet> {
    if (performance.now() - checkedAt > checkEveryMs) {
      checkedAt = performance.now();
      reading = check();
    }
    await reading;
    return keys;
  }

  return {
    find: async (name) => (await current()).find(name),
    list: async () => (await current()).names,
  };
}

async function readKeys(path: string): Promise<KeySet> {
  let set: unknown;
  try {
    set = JSON.parse(readFileSync(path, "utf8"));
  } catch (thrown) {
    const problem = thrown instanceof SyntaxError ? "is not valid JSON" : `cannot be read: ${systemReason(thrown)}`;
    throw new StartError(`${path} ${problem}. Name a file with a JWK set.`);
  }
  return keySet(set, path);
}

/** @throws StartError if the set holds no usable key, or one that must not be used */
export async function keySet(set: unknown, source: string): Promise<KeySet> {
  const keys = await trustedKeys(set, source);
  const local = createLocalJWKSet({ keys } as JSONWebKeySet);
  return { names: keys, find: (name) => found(local({ ...name })) };
}

async function found(key: Promise<CryptoKey>): Promise<CryptoKey | undefined> {
  try {
    return await key;
  } catch (thrown) {
    if (thrown instanceof errors.JWKSNoMatchingKey) return undefined;
    throw thrown;
  }
}

/** The keys of a set that are meant for signatures of an accepted algorithm, each with its name and public part. */
async function trustedKeys(set: unknown, source: string): Promise<readonly (JWK & KeyName)[]> {
  const listed = isRecord(set) ? set["keys"] : undefined;
  if (!Array.isArray(listed)) throw new StartError(`${source} is not a JWK set: it has no list "keys".`);
  const keys = new Map<string, JWK & KeyName>();
  for (const [index, jwk] of listed.entries()) {
    const alg = isRecord(jwk) ? algorithmOf(jwk) : undefined;
    // Platforms publish keys for other purposes beside these.
    if (!isRecord(jwk) || alg === undefined) continue;
    const { kid, d, kty, crv, x, y, n, e } = jwk;
    const place = `${source}#/keys/${index}`;
    if (typeof kid !== "string" || kid === "")
      throw new StartError(`${place} has no kid. Give each key a name of its own.`);
    if (keys.has(kid)) throw new StartError(`${place} has the kid of another key. Give each key a name of its own.`);
    if (d !== undefined)
      throw new StartError(`${place} is a private key. Put its public part there, and keep it secret.`);
    const bits = kty === "RSA" ? bitsOf(n) : LEAST_RSA_BITS;
    if (bits < LEAST_RSA_BITS)
      throw new StartError(`${place} is an RSA key of ${bits} bits. Use one of at least ${LEAST_RSA_BITS} bits.`);
    const key = definedOnly({ kid, alg, kty, crv, x, y, n, e }) as JWK & KeyName;
    await importJWK(key, alg).catch((cause) => {
      throw new StartError(`${place} is not a valid key. Write it again.`, { cause });
    });
    keys.set(kid, key);
  }
  if (keys.size > 0) return [...keys.values()];
  throw new StartError(`${source} holds no key for EdDSA (Ed25519), ES256 (P-256) or RS256 (RSA). Add one with a kid.`);
}

function algorithmOf({ kty, crv, use, alg, key_ops }: JWK): Algorithm | undefined {
  const algorithm = algorithmOfKind(kty, crv);
  if (use !== undefined && use !== "sig") return undefined;
  if (key_ops !== undefined && !key_ops.includes("verify")) return undefined;
  return alg === undefined || alg === algorithm || (alg === "Ed25519" && algorithm === "EdDSA") ? algorithm : undefined;
}

function algorithmOfKind(kty: unknown, crv: unknown): Algorithm | undefined {
  if (kty === "RSA") return "RS256";
  if (kty === "EC" && crv === "P-256") return "ES256";
  return kty === "OKP" && crv === "Ed25519" ? "EdDSA" : undefined;
}

/** The length of a modulus; 0 if it is none. */
function bitsOf(modulus: unknown): number {
  const bytes = Buffer.from(typeof modulus === "string" ? modulus : "", "base64url");
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - (Math.clz32(bytes[first] ?? 0) - 24);
}

function isRecord(value: unknown): value is JWK & Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
