import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type ExitCode, Refused } from "@nexus-core/service/command-line/refused";
import { importJWK, type JWK, SignJWT } from "jose";
import { definedOnly } from "nexus-core/base";
import { DEFAULTS, readDuration } from "../config.js";
import { IDENTIFIER } from "../identity/identifier.js";
import { note } from "./note.js";

export interface TokenOptions {
  readonly key: string;
  readonly agent: string;
  readonly workspace: string;
  readonly role: string;
  readonly session: string;
  readonly expires: string;
  readonly jti?: string;
  readonly audience?: string;
  readonly issuer?: string;
}

/** Signs a token and prints nothing else, so that a shell can put it into a variable. */
export async function token(options: TokenOptions): Promise<ExitCode> {
  checkClaims(options);
  const milliseconds = readDuration("--expires", options.expires);
  const signed = await signToken(options, milliseconds);
  if (!["operator", "orchestrator", "worker"].includes(options.role)) {
    note(`the role ${options.role} has the rights of a worker.`);
  }
  const { THREAD_TOKEN_LIFETIME: longest } = DEFAULTS;
  if (milliseconds > readDuration("THREAD_TOKEN_LIFETIME", longest)) {
    note(`a service refuses a token that is valid for more than ${longest}, unless its --token-lifetime allows it.`);
  }
  process.stdout.write(`${signed}\n`);
  return 0;
}

/** @throws Refused that names the option */
export function checkClaims(options: Omit<TokenOptions, "key" | "expires">): void {
  for (const name of ["agent", "workspace", "session"] as const) {
    if (IDENTIFIER.test(options[name])) continue;
    throw new Refused(2, `--${name} takes letters, digits and _ . : @ -, and begins with one of the first two.`);
  }
  if (!/^[A-Za-z0-9_.:@-]{1,128}$/u.test(options.role))
    throw new Refused(2, "--role takes letters, digits and _ . : @ -.");
  for (const name of ["jti", "audience", "issuer"] as const) {
    if (options[name]?.trim() === "") throw new Refused(2, `--${name} must not be empty.`);
  }
}

/**
 * Signs a token. The options have been checked.
 * @throws Refused if the key cannot be used
 */
export async function signToken(options: Omit<TokenOptions, "expires">, lifetimeMs: number): Promise<string> {
  const { key, alg, kid } = await readKey(options.key);
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    agent_id: options.agent,
    workspace_id: options.workspace,
    role: options.role,
    session_id: options.session,
    iat: now,
    exp: now + Math.ceil(lifetimeMs / 1000),
    jti: options.jti ?? randomUUID(),
    ...definedOnly({ aud: options.audience, iss: options.issuer }),
  };
  return new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key);
}

async function readKey(file: string) {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new Refused(2, `the key ${file} cannot be read (${code}). nexus-thread keygen --out DIR makes one.`);
  }
  try {
    const jwk = JSON.parse(text) as JWK;
    const { kid, d, crv } = jwk;
    const alg = crv === "Ed25519" ? "EdDSA" : crv === "P-256" ? "ES256" : undefined;
    if (typeof kid !== "string" || kid === "" || typeof d !== "string" || alg === undefined) throw new Error("no key");
    return { key: await importJWK(jwk, alg), alg, kid };
  } catch {
    // The file may hold a secret, so the message quotes nothing of it.
    throw new Refused(
      2,
      `${file} is no private key of Ed25519 or P-256 with a kid. nexus-thread keygen --out DIR makes one.`,
    );
  }
}
