import { accessSync, constants, readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { type Finding, ok, wrong } from "@nexus-core/service/command-line/doctor";
import { keysFrom } from "@nexus-core/service/identity/keys-from";
import { isKeysUrl } from "@nexus-core/service/identity/keys-url";
import { readRuntimeConfig, WAYS } from "../wake/runtime-config.js";

const WRITABLE_BY_OTHERS = 0o022;
const OPEN_TO_OTHERS = 0o077;

/** Checks that there are trusted keys, that only their owner can add one, and that no private key is open to others. */
export async function checkKeys(file: string | undefined): Promise<Finding> {
  if (file === undefined) {
    return wrong("none are named. Run nexus-thread keygen --out keys, then name keys/keys.jwks.json with --keys.");
  }
  const source = await keysFrom(file);
  const keys = (await source.list()).map(({ kid, alg }) => `${kid} (${alg})`).join(", ");
  if (isKeysUrl(file)) return ok(`${keys} at ${file}`);
  if ((statSync(file).mode & WRITABLE_BY_OTHERS) !== 0) {
    return wrong(`${file} can be written by others, who could add a key. Run chmod 644 on it.`);
  }
  const open = readdirSync(dirname(file))
    .filter((name) => name.endsWith(".private.json"))
    .map((name) => join(dirname(file), name))
    .find((path) => (statSync(path).mode & OPEN_TO_OTHERS) !== 0 && isPrivateKey(path));
  if (open !== undefined) {
    return wrong(`${open} can be read by others, who could sign tokens with it. Run chmod 600 on it.`);
  }
  return ok(`${keys} in ${file}`);
}

function isPrivateKey(path: string): boolean {
  try {
    return "d" in (JSON.parse(readFileSync(path, "utf8")) as object);
  } catch {
    return false;
  }
}

/** How many commands a runtime file names, and which of their programs are missing. */
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
