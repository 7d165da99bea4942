import { generateKeyPairSync, type JsonWebKey } from "node:crypto";

/** A pair of keys as JSON Web Keys. */
export interface KeyPair {
  readonly privateKey: JsonWebKey;
  readonly publicKey: JsonWebKey;
}

type Generate = (type: string, options: object) => KeyPair;

/** The types of Node know no encoding as JWK here, although its manual does. */
const generate = generateKeyPairSync as unknown as Generate;

const AS_JWK = { publicKeyEncoding: { format: "jwk" }, privateKeyEncoding: { format: "jwk" } };

/**
 * Makes a pair of keys. Node 20 encodes them itself: when they are made as objects and exported afterwards, a collection of
 * garbage at that moment stops the process for ever.
 * @param bits of an RSA key
 */
export function newKeyPair(alg: "EdDSA" | "ES256" | "RS256", bits = 2048): KeyPair {
  if (alg === "RS256") return generate("rsa", { modulusLength: bits, ...AS_JWK });
  return alg === "ES256" ? generate("ec", { namedCurve: "P-256", ...AS_JWK }) : generate("ed25519", AS_JWK);
}
