import { createPrivateKey, type JsonWebKey, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { signed as signedWith, type TestKey } from "@nexus-core/service/identity/test-tokens";

const contract = (file: string) =>
  createRequire(import.meta.url).resolve(`nexus-core/conformance/contracts/thread/${file}`);

/** The trusted keys of tests; the contract publishes their private parts in credentials.yml. */
export const KEYS_FILE = contract("keys.jwks.json");

/** A private key of credentials.yml. */
function testKey(kid: string): TestKey {
  const text = readFileSync(contract("credentials.yml"), "utf8");
  const place = text.indexOf(`kid: ${kid}\n`);
  const [, members = ""] = /jwk: \{(.*)\}/.exec(text.slice(place)) ?? [];
  const jwk = Object.fromEntries(
    [...members.matchAll(/(\w+): "?([^",\s]+)"?/g)].map(([, name, value]) => [name, value]),
  );
  return { kid, key: createPrivateKey({ key: jwk as JsonWebKey, format: "jwk" }) };
}

const ED25519 = testKey("test-ed25519-2");

/** The claims of a token that is valid for an hour, overridden and extended by others. */
export function claimsOf(others: Readonly<Record<string, unknown>> = {}, now = Date.now()): Record<string, unknown> {
  const seconds = Math.floor(now / 1000);
  return {
    agent_id: "reviewer",
    workspace_id: "ws_1",
    role: "worker",
    session_id: `sess_${String(others["agent_id"] ?? "reviewer")}`,
    iat: seconds - 10,
    exp: seconds + 3600,
    jti: randomUUID(),
    ...others,
  };
}

/** A signed token, with header members that override and extend the usual ones. */
export function signed(
  claims: unknown = claimsOf(),
  key: TestKey = ED25519,
  header: Readonly<Record<string, unknown>> = {},
): string {
  return signedWith(claims, key, header);
}
