import { createHash } from "node:crypto";
import type { PostMessageParams } from "../generated/contract.js";

/**
 * What two posts of one key are compared by: the payload without the order of members in metadata and without what it
 * says of the sender (`thread.idempotency.same-payload`).
 */
export function digestOf({ schema_version, kind, body, metadata, in_reply_to }: PostMessageParams): string {
  const payload = [schema_version, kind, body, inOrder(metadata ?? null), in_reply_to ?? null];
  return createHash("sha256").update(JSON.stringify(payload)).digest("base64url");
}

/** The value with the members of its objects as sorted lists, so that no name is special. It is 16 levels deep at most. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return ["array", ...value.map(inOrder)];
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return ["object", ...members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, inOrder(inner)])];
}
