/** What render has written into a folder, so that it changes and removes nothing else. */

import { authoringCheck } from "../base/authoring-schemas.js";
import { NexusError } from "../base/errors.js";
import { ownJson, parseJson } from "../base/located-document.js";

export const LOCK_FILE = "nexus-render.json";

export interface Lock {
  readonly form: 1;
  readonly targets: Readonly<Record<string, LockedTarget>>;
}

export interface LockedTarget {
  /** Of the content. */
  readonly version: string;
  readonly content_hash: string;
  /** Hash of the map that was laid over the starter map. */
  readonly map?: string;
  /** The folder of the content below that of the project; absent for an installed package. */
  readonly from?: string;
  /** What was connected, which later calls keep. */
  readonly with?: "cycle";
  /** By path the hash of what was written: of the file, or of our part of it. */
  readonly files: Readonly<Record<string, string>>;
}

/** @throws NexusError NXC_RENDER_LOCK for a file that is not one of ours */
export function readLock(text: string | undefined): Lock {
  if (text === undefined) return { form: 1, targets: {} };
  if (text.trim() === "") throw NexusError.of("NXC_RENDER_LOCK", { reason: "it is empty" }, LOCK_FILE);
  const issuesOf = authoringCheck("render-lock.schema.json");
  const written = ownJson(text, (value) => issuesOf(value).length === 0);
  if (written !== undefined) return written as Lock;
  const { value } = parseJson(text, LOCK_FILE);
  const [issue] = issuesOf(value);
  if (issue !== undefined)
    throw NexusError.of("NXC_RENDER_LOCK", { reason: issue.message }, `${LOCK_FILE}#${issue.pointer}`);
  return value as Lock;
}

/** The same lock always as the same text. */
export function lockText({ targets }: Lock): string {
  const sorted = <T>(members: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
  const written = Object.fromEntries(
    Object.entries(sorted(targets)).map(([id, { files, ...source }]) => [id, { ...source, files: sorted(files) }]),
  );
  return `${JSON.stringify({ form: 1, targets: written }, null, 2)}\n`;
}
