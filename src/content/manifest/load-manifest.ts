import { readFileSync } from "node:fs";
import { join } from "node:path";
import { authoringCheck } from "../../base/authoring-schemas.js";
import { NexusError } from "../../base/errors.js";
import { ownJson, parseJson } from "../../base/located-document.js";
import { packageRoot } from "../../base/package-root.js";
import { reasonOf } from "../../base/reason-of.js";
import type { Manifest } from "../../generated/manifest.js";

export const MANIFEST_FILE = "manifest.json";

/**
 * Reads and checks a manifest: that of this package, or that of another folder. Whether the files beside it still have
 * the recorded hashes is for `verifyFiles` to say.
 * @throws NexusError NXC_MANIFEST_MISSING or NXC_MANIFEST_INVALID
 */
export function loadManifest(dir: string = packageRoot): Manifest {
  const file = join(dir, MANIFEST_FILE);
  const text = readManifestText(dir);
  if (text === undefined) throw NexusError.of("NXC_MANIFEST_MISSING", {}, file);
  const built = ownJson(text, (value) => issuesOf(value).length === 0);
  if (built !== undefined) return built as Manifest;
  const value = parse(text, file);
  const [issue] = issuesOf(value);
  if (issue !== undefined) {
    throw NexusError.of("NXC_MANIFEST_INVALID", { reason: issue.message }, `${file}#${issue.pointer}`);
  }
  return value as Manifest;
}

function issuesOf(value: unknown) {
  return authoringCheck("manifest.schema.json")(value);
}

/**
 * The text of the manifest in a folder, or undefined without one.
 * @throws NexusError NXC_FILE_UNREADABLE when the file exists but cannot be read
 */
export function readManifestText(dir: string): string | undefined {
  const file = join(dir, MANIFEST_FILE);
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw NexusError.of("NXC_FILE_UNREADABLE", { kind: "manifest", reason: code ?? reasonOf(thrown) }, file, thrown);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return parseJson(text, file).value;
  } catch (thrown) {
    const error = NexusError.from(thrown);
    throw NexusError.of("NXC_MANIFEST_INVALID", { reason: error.message }, error.where, thrown);
  }
}
