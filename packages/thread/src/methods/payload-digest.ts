import { createHash } from "node:crypto";
import type { PostMessageParams } from "../generated/contract.js";

/**
 * A digest that tells whether two posts with the same key have the same payload. It ignores the order of members in
 * metadata and the fields about the sender (`thread.idempotency.same-payload`).
 */
export function digestOf({ schema_version, kind, body, metadata, in_reply_to }: PostMessageParams): string {
  const payload = [schema_version, kind, body, inOrder(metadata ?? null), in_reply_to ?? null];
  return createHash("sha256").update(JSON.stringify(payload)).digest("base64url");
}

/**
 * The value with each object as a sorted list of members, so that no member name is special. Nesting is at most 16
 * levels.
 */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return ["array", ...value.map(inOrder)];
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return ["object", ...members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, inOrder(inner)])];
}
