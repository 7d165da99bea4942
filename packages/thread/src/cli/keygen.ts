import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ExitCode, Refused } from "@nexus-core/service/command-line/refused";
import { newKeyPair } from "@nexus-core/service/identity/new-key-pair";
import { reasonOf } from "nexus-core/base";

export interface KeygenOptions {
  readonly out: string;
  readonly alg: string;
  readonly kid?: string;
}

/** The file in the folder that `serve --keys` is given. */
export const KEYS_FILE = "keys.jwks.json";

type Jwk = Readonly<Record<string, unknown>>;

/** Makes a pair of keys, writes the private one for its owner alone, and adds the public one to the set. */
export function keygen({ out, alg, kid = newKid() }: KeygenOptions): ExitCode {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/u.test(kid)) {
    throw new Refused(
      2,
      `the name of a key takes up to 64 letters, digits, dots, dashes and underscores, not "${kid}".`,
    );
  }
  const { privateKey, publicKey } = newKeyPair(alg === "ES256" ? "ES256" : "EdDSA");
  const about = { kid, use: "sig", alg };
  const privateFile = join(out, `${kid}.private.json`);
  const publicFile = join(out, KEYS_FILE);
  try {
    mkdirSync(out, { recursive: true, mode: 0o700 });
    const keys = readKeys(publicFile);
    if (keys.some((key) => key["kid"] === kid)) {
      throw new Refused(2, `${publicFile} has a key "${kid}" already. Choose another name with --kid.`);
    }
    const text = `${JSON.stringify({ ...privateKey, ...about }, null, 2)}\n`;
    // wx: a private key may be in use, so it is never replaced.
    writeDurably(privateFile, text, "wx", 0o600);
    const own = { ...publicKey, ...about };
    replace(publicFile, `${JSON.stringify({ keys: [...keys, own] }, null, 2)}\n`);
  } catch (thrown) {
    if (thrown instanceof Refused) throw thrown;
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new Refused(2, `${privateFile} exists already. Choose another name with --kid.`);
    throw new Refused(3, `the keys cannot be written to ${out}: ${reasonOf(thrown)}.`);
  }
  process.stdout.write(`${privateFile}\n${publicFile}\n`);
  return 0;
}

function newKid(): string {
  return `key-${new Date().toISOString().slice(0, 10)}-${randomBytes(3).toString("hex")}`;
}

function readKeys(file: string): readonly Jwk[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw thrown;
  }
  try {
    const { keys } = JSON.parse(text) as { readonly keys: unknown };
    if (Array.isArray(keys) && keys.every((key) => typeof key === "object" && key !== null)) return keys as Jwk[];
  } catch {
    // The error below covers this too.
  }
  throw new Refused(2, `${file} is no JWK set, so no key was added. Repair the file or move it away.`);
}

/** A service reads the set while it is replaced: it sees the old or the new one, whole. */
function replace(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`;
  rmSync(beside, { force: true });
  writeDurably(beside, text, "wx", 0o644);
  renameSync(beside, file);
}

function writeDurably(file: string, text: string, flag: string, mode: number): void {
  const handle = openSync(file, flag, mode);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
