import { createHash } from "node:crypto";
import { LARGE_BYTES, readBytes } from "@nexus-core/service/files/read-file";

/** The content of a file; null if it cannot be read or is too large for a memory file. */
export function bytesOf(root: string, path: string): Buffer | null {
  try {
    return readBytes(root, path, LARGE_BYTES)?.bytes ?? null;
  } catch {
    return null;
  }
}

/** Whether this id is git's id for this content. A repository uses SHA-1 or SHA-256. */
export function isBlob(bytes: Buffer, id: string): boolean {
  const algorithm = id.length === 64 ? "sha256" : "sha1";
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex") === id;
}
