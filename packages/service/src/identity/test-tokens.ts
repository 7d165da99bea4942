import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { newKeyPair } from "./new-key-pair.js";

/** A private key, and the name under which its public part is trusted. */
export interface TestKey {
  readonly kid: string;
  readonly key: KeyObject;
}

export const newKey = (alg: Parameters<typeof newKeyPair>[0]) =>
  createPrivateKey({ key: newKeyPair(alg).privateKey, format: "jwk" });

export const ED25519: TestKey = { kid: "ed25519", key: newKey("EdDSA") };
export const P256: TestKey = { kid: "p256", key: newKey("ES256") };
export const RSA: TestKey = { kid: "rsa", key: newKey("RS256") };

const ALGORITHMS: Readonly<Record<string, string>> = { ed25519: "EdDSA", ec: "ES256", rsa: "RS256" };

/** A signed token, with members of its header besides or in place of the usual ones. */
export function signed(claims: unknown, { kid, key }: TestKey, header: Readonly<Record<string, unknown>> = {}): string {
  const alg = ALGORITHMS[key.asymmetricKeyType ?? ""];
  return signedText(`${encoded({ alg, kid, ...header })}.${encoded(claims)}`, key);
}

/** A token of a header and a payload that are encoded already, correctly or not. */
export function signedText(text: string, key: KeyObject): string {
  const bytes = Buffer.from(text);
  const signature =
    key.asymmetricKeyType === "ed25519"
      ? sign(null, bytes, key)
      : sign("sha256", bytes, { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

export function encoded(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}
