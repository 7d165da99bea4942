import { accessSync, constants, existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { NexusError } from "./errors.js";
import { reasonOf } from "./reason-of.js";

/**
 * Writes a text file whole: beside, and moved into place, so that neither a reader nor a crash meets half of it. A
 * device is written to as it is.
 * @param kind what the file is, for the error
 * @param shown the path as the user knows it
 * @throws NexusError NXC_FILE_UNWRITABLE; the file is as it was then
 */
export function writeText(path: string, text: string, kind: string, shown: string = path): void {
  const isDevice = existsSync(path) && !statSync(path).isFile();
  const target = isDevice ? path : `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(target, text);
    if (!isDevice) renameSync(target, path);
  } catch (thrown) {
    if (!isDevice) rmSync(target, { force: true });
    throw unwritable(kind, shown, thrown);
  }
}

/**
 * Makes sure that a file could be written, before work begins whose result would be lost.
 * @throws NexusError NXC_FILE_UNWRITABLE
 */
export function checkWritable(path: string, kind: string, shown: string): void {
  try {
    if (existsSync(path) && statSync(path).isDirectory()) throw new Error("it is a folder");
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
  } catch (thrown) {
    throw unwritable(kind, shown, thrown);
  }
}

export function unwritable(kind: string, shown: string, thrown: unknown): NexusError {
  const reason = (thrown as NodeJS.ErrnoException).code ?? reasonOf(thrown);
  return NexusError.of("NXC_FILE_UNWRITABLE", { kind, reason }, shown, thrown);
}
