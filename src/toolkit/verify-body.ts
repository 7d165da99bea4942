import { hashBody } from "../base/hash-text.js";

/**
 * Whether a body is the published one: its hash is the `body_hash` of the manifest. Line ends and blank lines at the
 * end make no difference.
 *
 * @example
 * import { readFileSync } from "node:fs";
 * import { loadManifest, packageRoot, verifyBody } from "nexus-core";
 *
 * const [agent] = loadManifest().agents;
 * const body = readFileSync(`${packageRoot}/agents/${agent.id}/body.md`, "utf8");
 * verifyBody(body, agent.body_hash); // => true
 * verifyBody(`${body}One more line.\n`, agent.body_hash); // => false
 */
export function verifyBody(body: string, bodyHash: string): boolean {
  return hashBody(body) === bodyHash;
}
