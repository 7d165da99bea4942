/** Makes compact JSON Web Signatures, valid and forged, with Node alone: a library would not sign the forged ones. */

import { createHmac, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign } from "node:crypto";

/** A key that signs, and what it says about itself. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: "EdDSA" | "ES256";
  readonly key: KeyObject;
}

type Members = Readonly<Record<string, unknown>>;

/** Signs the text `header.payload`. `alg: none` has an empty signature. */
export type Signer = (input: string) => Buffer;

/** What is changed after signing. */
export type Tampering = "signature" | { readonly header?: Members; readonly claims?: Members };

/** @throws Error that says what is wrong with the key */
export function signingKey(kid: string, jwk: JsonWebKey): SigningKey {
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  const curve = key.asymmetricKeyType === "ed25519" ? "Ed25519" : key.asymmetricKeyDetails?.namedCurve;
  if (curve !== "Ed25519" && curve !== "prime256v1") throw new Error(`it is a key of ${curve ?? "another kind"}`);
  // A verifier uses the public half. With a typo there, it would refuse every valid token.
  const { x, y } = createPublicKey(key).export({ format: "jwk" });
  if (x !== jwk.x || y !== jwk.y) throw new Error("its public half does not belong to d");
  return { kid, alg: curve === "Ed25519" ? "EdDSA" : "ES256", key };
}

export function signedBy({ alg, key }: SigningKey): Signer {
  return (input) =>
    alg === "EdDSA"
      ? sign(null, Buffer.from(input), key)
      : sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });
}

/**
 * Signs with the public half of a key as an HMAC secret. A verifier that lets the token choose its algorithm accepts such a
 * token, although anyone can make it.
 */
export function signedWithPublicHalf({ key }: SigningKey): Signer {
  const secret = createPublicKey(key).export({ type: "spki", format: "pem" });
  return (input) => createHmac("sha256", secret).update(input).digest();
}

export const unsigned: Signer = () => Buffer.alloc(0);

export function compactToken(header: Members, claims: Members, signer: Signer, tampering?: Tampering): string {
  const input = `${encoded(header)}.${encoded(claims)}`;
  const signature = signer(input);
  if (tampering === undefined) return `${input}.${signature.toString("base64url")}`;
  if (tampering === "signature") {
    const changed = Buffer.from(signature.map((byte, index) => (index === 0 ? byte ^ 1 : byte)));
    return `${input}.${changed.toString("base64url")}`;
  }
  const shown = `${encoded({ ...header, ...tampering.header })}.${encoded({ ...claims, ...tampering.claims })}`;
  return `${shown}.${signature.toString("base64url")}`;
}

function encoded(members: Members): string {
  return Buffer.from(JSON.stringify(members)).toString("base64url");
}
