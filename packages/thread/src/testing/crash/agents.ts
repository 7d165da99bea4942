import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newKeyPair } from "@nexus-core/service/identity/new-key-pair";
import { importJWK, SignJWT } from "jose";

/** The agents of a campaign, each with a token that is valid for a day. */
export interface Agents {
  /** The JWK set with the key that the tokens are signed with. */
  readonly keysFile: string;
  tokenOf(agent: string): string;
}

/** @param roles the role of each agent by its id */
export async function signAgents<Agent extends string>(
  folder: string,
  roles: Readonly<Record<Agent, string>>,
): Promise<Agents> {
  const { publicKey, privateKey } = newKeyPair("EdDSA");
  const keysFile = join(folder, "keys.jwks.json");
  const about = { kid: "trial", use: "sig", alg: "EdDSA" };
  writeFileSync(keysFile, JSON.stringify({ keys: [{ ...publicKey, ...about }] }));

  const key = await importJWK(privateKey, "EdDSA");
  const iat = Math.floor(Date.now() / 1000);
  const tokens = new Map<string, string>();
  for (const [agent_id, role] of Object.entries(roles)) {
    const who = { agent_id, workspace_id: "ws_trial", role, session_id: `sess_${agent_id}` };
    const claims = { ...who, iat, exp: iat + 86_400, jti: randomUUID() };
    tokens.set(agent_id, await new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", kid: "trial" }).sign(key));
  }
  return {
    keysFile,
    tokenOf: (agent) => {
      const token = tokens.get(agent);
      if (token === undefined) throw new Error(`no agent ${agent} was given a token`);
      return token;
    },
  };
}
