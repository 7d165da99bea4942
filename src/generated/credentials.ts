/* Generated from conformance/schema/credentials.schema.json by `npm run generate`. */

/**
 * What is left out: claims, or members of the header.
 *
 * @minItems 1
 */
export type Names = string[];

/**
 * The signed tokens with which the actors of a contract's fixtures prove who they are, and the keys that sign them. These are published test keys: no service may trust them.
 */
export interface Credentials {
  keys: {
    [k: string]: CredentialKey;
  };
  /**
   * By actor: the name that fixtures give in as.
   */
  credentials: {
    [k: string]: Credential;
  };
}
export interface CredentialKey {
  /**
   * The header kid of what it signs.
   */
  kid: string;
  jwk: PrivateJwk;
}
/**
 * A private key, Ed25519 (tokens say alg EdDSA) or P-256 (alg ES256).
 */
export interface PrivateJwk {
  kty: "OKP" | "EC";
  crv: "Ed25519" | "P-256";
  x: string;
  y?: string;
  d: string;
}
export interface Credential {
  /**
   * The actor whose credential this one is, but for what stands beside it.
   */
  like?: string;
  /**
   * The key that signs, by its name.
   */
  key?: string;
  /**
   * none: no signature. HS256: signed with the public key of secret_of, as PEM text, for a secret. Otherwise the key decides.
   */
  alg?: "none" | "HS256";
  /**
   * The key whose public half is the secret of HS256.
   */
  secret_of?: string;
  /**
   * Members of the header besides alg, typ and kid, or in their place.
   */
  header?: {};
  /**
   * Claims. {now: SECONDS} is a time from now; {{case}} is another text in every run of a case, {{unique}} in every token.
   */
  claims?: {};
  without?: Names;
  without_header?: Names;
  /**
   * What is changed after signing: claims or members of the header, or the signature.
   */
  tamper?: {
    [k: string]: unknown;
  };
  /**
   * This very text, in place of a token.
   */
  raw?: string;
}
