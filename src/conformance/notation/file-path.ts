/** Paths in fixtures and contracts: relative, inside the workspace, with tokens that the contract defines. */

import { posix } from "node:path";
import { NexusError } from "../../base/errors.js";
import type { Place } from "../../base/place.js";

/** The path from a workspace to the guarded folder around it. */
export const OUT = "../../../";

/** Whether a file of a snapshot is outside the workspace. */
export function isOutside(file: string): boolean {
  return file.startsWith("../");
}

/** The files that every guarded folder contains before a case adds its own. */
export const GUARDED: Readonly<Record<string, string>> = {
  "notes.txt": "Notes of somebody else.\n",
  "home/.profile": "export EDITOR=vi\n",
  "home/.bashrc": "alias ll='ls -l'\n",
  "home/.ssh/authorized_keys": "ssh-ed25519 AAAA somebody\n",
  "home/documents/letter.txt": "Dear reader,\n",
  "work/todo.txt": "Call back.\n",
  "code/projects/index.txt": "One project.\n",
};

/** Values of the tokens, by name. */
export type Tokens = Readonly<Record<string, string>>;

const TOKEN = /\{([^{}]*)\}/gu;

/** A namespace becomes the name of a folder, so it must be a plain name. */
export function isNamespace(name: unknown): name is string {
  return typeof name === "string" && /^[a-z0-9][a-z0-9_.-]*$/iu.test(name);
}

/** @param path has passed {@link checkFilePath}, so all its tokens are known */
export function fillTokens(path: string, tokens: Tokens): string {
  return path.replace(TOKEN, (token, name: string) => tokens[name] ?? token);
}

/**
 * Rejects a path of a fixture that could leave the workspace, or that contains an unknown token.
 * @param tokens names of the tokens that the contract defines
 * @throws NexusError NXC_FIXTURE_BAD_FILE_PATH
 */
export function checkFilePath(path: string, tokens: readonly string[], where: Place): void {
  const fail = badPath(path, tokens, where);
  checkTokens(path, tokens, fail);
  const parts = path.split("/");
  if (path.startsWith("/") || /^[A-Za-z]:/u.test(path) || path.includes("\\") || parts.includes("..")) {
    throw fail("leaves the workspace");
  }
  if (path.includes("\0") || parts.some((part) => part === "" || part === ".")) throw fail("is not a plain file name");
}

/** Prefix of a link target in the home folder of a case. The link is created with the absolute path. */
export const IN_HOME = "{HOME}/";

/** Beginning of an absolute path in the workspace of a case. Only parameters of calls have it. */
export const IN_WORKSPACE = "{WORKSPACE}/";

/**
 * Rejects a symbolic link that could leave the guarded folder around the workspace: an implementation that writes through
 * it would change files of the machine that runs the kit.
 * @param file path of the link, relative to the workspace
 * @param target relative to the link's folder, or after {@link IN_HOME}; it need not exist
 * @throws NexusError NXC_FIXTURE_BAD_FILE_PATH
 */
export function checkLinkTarget(file: string, target: string, tokens: readonly string[], where: Place): void {
  const fail = badPath(target, tokens, where);
  if (target.startsWith(IN_HOME)) {
    if (posix.join("/", target.slice(IN_HOME.length)) === `/${target.slice(IN_HOME.length)}`) return;
    throw fail("leaves the home folder");
  }
  if (target === "{HOME}")
    throw fail("is the home folder itself; the name of something in it must follow: {HOME}/NAME");
  checkTokens(target, tokens, fail);
  if (target === "" || target.includes("\0")) throw fail("cannot be the target of a link");
  const isRelative = !target.startsWith("/") && !/^[A-Za-z]:/u.test(target) && !target.includes("\\");
  // The depth of a token is not known before the run. The workspace checks the target again then.
  const hasToken = file.includes("{") || target.includes("{");
  const end = posix.join(posix.dirname(file), target);
  // The guarded folder is three levels up. A link may lead to anything in it, and not to the folder itself.
  const leaves = `${end}/` === OUT || end.startsWith(`${OUT}..`);
  if (!isRelative || (!hasToken && leaves)) throw fail("leaves the guarded folder");
}

function badPath(path: string, tokens: readonly string[], where: Place): (reason: string) => NexusError {
  const shown = tokens.map((name) => `{${name}}`).join(" and ");
  return (reason) => NexusError.of("NXC_FIXTURE_BAD_FILE_PATH", { path, reason, tokens: shown }, where);
}

function checkTokens(path: string, known: readonly string[], fail: (reason: string) => NexusError): void {
  for (const [token, name = ""] of path.matchAll(TOKEN)) {
    if (!known.includes(name)) throw fail(`contains ${token}, which is not a token`);
  }
}
