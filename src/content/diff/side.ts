import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { NexusError } from "../../base/errors.js";
import { parseJson } from "../../base/located-document.js";
import { member } from "../../base/members.js";
import { readText } from "../../base/read-text.js";
import { MANIFEST_FILE } from "../manifest/load-manifest.js";

/** One of the two versions that are compared. Of any form: it may be older than this package, or a fork. */
export interface Side {
  readonly manifest: unknown;
  /** The schemas beside the manifest, by path; undefined where only a manifest was given. */
  readonly schemas: ReadonlyMap<string, unknown> | undefined;
}

/** Where a package keeps schemas that others validate by. */
const SCHEMA_FOLDERS = ["schema", "conformance/state-schemas", "conformance/tool-schemas"];

/**
 * @param path a manifest, or a folder with one: content, or an installed package
 * @throws NexusError NXC_DIFF_NO_MANIFEST for JSON that is none, and what reading throws
 */
export function loadSide(path: string, shown: string = path): Side {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const [file, shownFile] = isFolder ? [join(path, MANIFEST_FILE), join(shown, MANIFEST_FILE)] : [path, shown];
  const { value } = parseJson(readText(file, "manifest", shownFile), shownFile);
  if (!["agents", "skills"].every((name) => Array.isArray(member(value, name))))
    throw NexusError.of("NXC_DIFF_NO_MANIFEST", {}, shownFile);
  return { manifest: value, schemas: isFolder ? schemasOf(dirname(file)) : undefined };
}

function schemasOf(root: string): ReadonlyMap<string, unknown> | undefined {
  const files = SCHEMA_FOLDERS.flatMap((folder) => {
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
    return names.filter((name) => name.endsWith(".json")).map((name) => `${folder}/${name}`);
  });
  // A content folder needs none of its own.
  if (files.length === 0) return undefined;
  return new Map(files.sort().map((file) => [file, parseJson(readText(join(root, file), "schema", file), file).value]));
}
