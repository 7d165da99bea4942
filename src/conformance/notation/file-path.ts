/** Paths in fixtures and contracts: relative, inside the workspace, with two tokens. */

import { posix } from "node:path";
import { NexusError } from "../../base/errors.js";

/** From a workspace to the guarded folder that it lies in. */
export const OUT = "../../../";

/** Whether a file of a snapshot lies around the workspace. */
export function isOutside(file: string): boolean {
  return file.startsWith("../");
}

/** What lies in every guarded folder before a case adds to it. */
export const GUARDED: Readonly<Record<string, string>> = {
  "notes.txt": "Notes of somebody else.\n",
  "home/.profile": "export EDITOR=vi\n",
  "home/.bashrc": "alias ll='ls -l'\n",
  "home/.ssh/authorized_keys": "ssh-ed25519 AAAA somebody\n",
  "home/documents/letter.txt": "Dear reader,\n",
  "work/todo.txt": "Call back.\n",
  "work/projects/index.txt": "One project.\n",
};

export interface Tokens {
  readonly STATE_ROOT: string;
  readonly HARNESS_ID: string;
}

const TOKEN = /\{([^{}]*)\}/gu;
const KNOWN: ReadonlySet<string> = new Set<keyof Tokens>(["STATE_ROOT", "HARNESS_ID"]);

/** A harness id becomes the name of a folder, so it is one plain name. */
export function isHarnessId(id: unknown): id is string {
  return typeof id === "string" && /^[a-z0-9][a-z0-9_.-]*$/iu.test(id);
}

/** The path with its tokens filled in. */
export function fillTokens(path: string, tokens: Tokens): string {
  return path.replace(TOKEN, (_, name: keyof Tokens) => tokens[name]);
}

/**
 * Refuses a path of a fixture that could reach outside the workspace, or that holds an unknown token.
 * @throws NexusError NXC_FIXTURE_BAD_FILE_PATH
 */
export function checkFilePath(path: string, where: string): void {
  const fail = (reason: string) => NexusError.of("NXC_FIXTURE_BAD_FILE_PATH", { path, reason }, where);
  checkTokens(path, fail);
  const parts = path.split("/");
  if (path.startsWith("/") || /^[A-Za-z]:/u.test(path) || path.includes("\\") || parts.includes("..")) {
    throw fail("leaves the workspace");
  }
  if (path.includes("\0") || parts.some((part) => part === "" || part === ".")) throw fail("is no plain file name");
}

/** Before the path of a link that leads to the home folder of a case by its whole path. */
export const IN_HOME = "{HOME}/";

/**
 * Refuses where a symbolic link of a fixture leads, when that could be outside the guarded folder around the workspace:
 * whatever an implementation writes through it would harm the machine that judges it.
 * @param file the link, from the workspace
 * @param target from the folder in which the link stands, or from the home folder; it need not exist
 * @throws NexusError NXC_FIXTURE_BAD_FILE_PATH
 */
export function checkLinkTarget(file: string, target: string, where: string): void {
  const fail = (reason: string) => NexusError.of("NXC_FIXTURE_BAD_FILE_PATH", { path: target, reason }, where);
  if (target.startsWith(IN_HOME)) {
    if (posix.join("/", target.slice(IN_HOME.length)) === `/${target.slice(IN_HOME.length)}`) return;
    throw fail("leaves the home folder");
  }
  if (target === "{HOME}")
    throw fail("is the home folder itself; the name of something in it must follow: {HOME}/NAME");
  checkTokens(target, fail);
  if (target === "" || target.includes("\0")) throw fail("is nothing that a link can lead to");
  const isRelative = !target.startsWith("/") && !/^[A-Za-z]:/u.test(target) && !target.includes("\\");
  // How many folders a token stands for is known when the case runs, and looked at again then.
  const hasToken = file.includes("{") || target.includes("{");
  const end = posix.join(posix.dirname(file), target);
  const beyond = end.startsWith(OUT) ? end.slice(OUT.length) : end.replace(/^(?:\.\.\/){1,2}/u, "");
  const leaves = beyond === "" || beyond === ".." || beyond.startsWith("../");
  if (!isRelative || (!hasToken && leaves)) throw fail("leaves the guarded folder");
}

function checkTokens(path: string, fail: (reason: string) => NexusError): void {
  for (const [token, name] of path.matchAll(TOKEN)) {
    if (!KNOWN.has(name ?? "")) throw fail(`holds ${token}, which is no token`);
  }
}
