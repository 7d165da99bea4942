/**
 * A process that posts: `poster.ts AGENT THREAD COUNT` with the environment of a service. At the start of the race it
 * posts COUNT pairs of messages at once: one with a key of its own and one with a key that other posters use too. It
 * prints one line for each answer.
 */
import { untilStart } from "@nexus-core/service/testing/race";
import { readConfig } from "../config.js";
import { openService } from "../open-service.js";
import { claimsOf, signed } from "./tokens.js";

const [agent = "", thread_id = "", count = ""] = process.argv.slice(2);
const service = await openService({ config: readConfig(process.env) });
const session = `sess_${process.pid}`;
const token = signed(claimsOf({ agent_id: agent, session_id: session }));

async function post(idempotency_key: string, body: string): Promise<void> {
  const params = { thread_id, schema_version: 1, kind: "chat", body, idempotency_key };
  const answer = await service.call("post_message", params, token);
  process.stdout.write(`${JSON.stringify({ idempotency_key, answer })}\n`);
}

await untilStart();
await Promise.all(
  Array.from({ length: Number(count) }, (_, n) => [
    post(`own-${process.pid}-${n}`, "mine"),
    post(`shared-${n}`, "ours"),
  ]).flat(),
);
await service.close();
