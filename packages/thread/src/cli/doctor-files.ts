import { accessSync, constants, readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { isKeysUrl, keysFrom } from "@nexus-core/service/identity/keys";
import { readRuntimeConfig, WAYS } from "../wake/runtime-config.js";
import type { Finding } from "./doctor.js";

const WRITABLE_BY_OTHERS = 0o022;
const OPEN_TO_OTHERS = 0o077;

/** Whether there are trusted keys, and nobody else can put one there or read a private one beside them. */
export async function checkKeys(file: string | undefined): Promise<Finding> {
  if (file === undefined) {
    return {
      ok: false,
      text: "none are named. Run nexus-thread keygen --out keys, then name keys/keys.jwks.json with --keys.",
    };
  }
  const source = await keysFrom(file);
  const keys = (await source.list()).map(({ kid, alg }) => `${kid} (${alg})`).join(", ");
  if (isKeysUrl(file)) return { ok: true, text: `${keys} at ${file}` };
  if ((statSync(file).mode & WRITABLE_BY_OTHERS) !== 0) {
    return { ok: false, text: `${file} can be written by others, who could add a key of theirs. Run chmod 644 on it.` };
  }
  const open = readdirSync(dirname(file))
    .filter((name) => name.endsWith(".private.json"))
    .map((name) => join(dirname(file), name))
    .find((path) => (statSync(path).mode & OPEN_TO_OTHERS) !== 0 && isPrivateKey(path));
  if (open !== undefined) {
    return { ok: false, text: `${open} can be read by others, who could sign tokens with it. Run chmod 600 on it.` };
  }
  return { ok: true, text: `${keys} in ${file}` };
}

function isPrivateKey(path: string): boolean {
  try {
    return "d" in (JSON.parse(readFileSync(path, "utf8")) as object);
  } catch {
    return false;
  }
}

/** The programs of a runtime file that are not there. */
export function commandsMissing(file: string): { readonly commands: number; readonly missing: readonly string[] } {
  const { runtimes } = readRuntimeConfig(file);
  const programs = Object.values(runtimes).flatMap((commands) =>
    WAYS.flatMap((way) => (commands[way] === undefined ? [] : [commands[way].words[0]])),
  );
  return { commands: programs.length, missing: [...new Set(programs)].filter((program) => !isThere(program)) };
}

function isThere(program: string): boolean {
  if (isAbsolute(program) || program.includes("/")) return canRun(resolve(program));
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => folder !== "" && canRun(join(folder, program)));
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
