/** Hashes of the shipped code. The manifest does not contain them, because it describes content only. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { compareText, type Finding } from "../../base/finding.js";
import { hashText } from "../../base/hash-text.js";
import type { VerifyRule } from "../rules/verify-rules.js";

/** Written by the build, shipped with what it lists. */
export const INTEGRITY_FILE = "dist/integrity.json";

/**
 * The record of a build.
 * @param files its code files, by path below the folder of the package
 */
export function renderIntegrity(files: ReadonlyMap<string, string | Buffer>): string {
  const hashes = [...files]
    .sort(([a], [b]) => compareText(a, b))
    .map(([path, content]) => [path, hashText(content.toString())]);
  return `${JSON.stringify({ files: Object.fromEntries(hashes) }, null, 2)}\n`;
}

/** The hash of every code file of a folder, by path. */
function codeHashes(dir: string): Readonly<Record<string, string>> {
  const options = { cwd: dir, ignore: [INTEGRITY_FILE], dot: true, followSymbolicLinks: false };
  const paths = fastGlob.sync("dist/**", options);
  return Object.fromEntries(paths.map((path) => [path, hashText(readFileSync(join(dir, path), "utf8"))]));
}

/** Compares the code of an installed copy with the hashes that its build recorded. A folder without code has none. */
export function verifyCode(dir: string): readonly Finding[] {
  if (!existsSync(join(dir, "dist"))) return [];
  const recorded = readIntegrity(dir);
  if (recorded === undefined) {
    return [finding(INTEGRITY_FILE, "verify/missing", "the record of the code's hashes is not there or not readable")];
  }
  const found = codeHashes(dir);
  const paths = [...new Set([...Object.keys(recorded), ...Object.keys(found)])].sort(compareText);
  return paths.flatMap((path) => {
    if (found[path] === undefined) return [finding(path, "verify/missing", "this code file is not there")];
    if (recorded[path] === undefined) return [finding(path, "verify/extra", "the build did not write this code file")];
    return found[path] === recorded[path] ? [] : [finding(path, "verify/changed", "the code is not what was built")];
  });
}

function readIntegrity(dir: string): Readonly<Record<string, string>> | undefined {
  try {
    const { files } = JSON.parse(readFileSync(join(dir, INTEGRITY_FILE), "utf8")) as { readonly files?: unknown };
    return typeof files === "object" && files !== null ? (files as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}

function finding(file: string, rule: VerifyRule, message: string): Finding {
  const remedy = "Install the package anew; in its sources, run npm run build.";
  return { file, rule, level: "error", message, remedy };
}
