/** Copies a contract as plain files, for use with another runner. */

import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { NexusError } from "../../base/errors.js";
import { compareText } from "../../base/finding.js";
import { packageRoot } from "../../base/package-root.js";
import { unwritable } from "../../base/write-text.js";
import type { Contract } from "./contract.js";
import { SCHEMA_FOLDERS } from "./schemas.js";

/**
 * Copies contract.yml, the files that it names, the fixtures and every schema. The schemas of the file formats go to
 * `schema/`.
 * @param folder absolute path of a folder that is empty or does not exist
 * @param shown the folder as the user wrote it, for errors
 * @returns the copied files, relative to the folder
 * @throws NexusError NXC_COPY_NOT_EMPTY or NXC_FILE_UNWRITABLE
 */
export function copyContract(contract: Contract, folder: string, shown: string): readonly string[] {
  if (existsSync(folder) && !isEmpty(folder)) throw NexusError.of("NXC_COPY_NOT_EMPTY", {}, shown);
  const named = contract.credentials === undefined ? [] : [contract.credentials.path];
  const patterns = [
    "contract.yml",
    "openings.json",
    ...named,
    ...SCHEMA_FOLDERS.map((name) => `${name}/**`),
    ...contract.fixtures,
  ];
  const own = fg.sync(patterns, { cwd: contract.folder }).sort(compareText);
  const schemas = join(packageRoot, "conformance/schema");
  const formats = readdirSync(schemas).sort(compareText);
  try {
    for (const path of own) cpSync(join(contract.folder, path), join(folder, path), { recursive: true });
    for (const name of formats) cpSync(join(schemas, name), join(folder, "schema", name));
  } catch (thrown) {
    throw unwritable("folder", shown, thrown);
  }
  return [...own, ...formats.map((name) => `schema/${name}`)];
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    // It is a file, not a folder.
    return false;
  }
}
