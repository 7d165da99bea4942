/** Where a command writes what `--reporter FORMAT[:FILE]` asks for: each to a file or to standard output. */

import { accessSync, constants, existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { NexusError, reasonOf } from "../errors.js";
import { didYouMean } from "../nearest.js";
import type { Context } from "./command.js";

export interface OpenOutput {
  readonly format: string;
  readonly isFile: boolean;
  write(text: string): unknown;
  /**
   * Writes the file. Until then a report of an earlier run stays as it was.
   * @throws NexusError NXC_FILE_UNWRITABLE
   */
  finish(): void;
}

/**
 * @param specs each `FORMAT` or `FORMAT:FILE`
 * @param formats those that the command has
 * @throws NexusError NXC_USAGE_FLAG_VALUE, or NXC_FILE_UNWRITABLE before anything has run
 */
export function openOutputs(
  specs: readonly string[],
  formats: readonly string[],
  { cwd, stdout }: Context,
): readonly OpenOutput[] {
  const places = new Set<string>();
  return specs.map((spec): OpenOutput => {
    const [format = "", ...rest] = spec.split(":");
    const file = rest.join(":");
    if (!formats.includes(format)) {
      throw badSpec(spec, `${didYouMean(format, formats)}the formats are ${formats.join(", ")}`);
    }
    if (rest.length > 0 && file === "") throw badSpec(spec, "the file has no name");
    const place = file === "" ? "standard output" : resolve(cwd, file);
    if (places.has(place)) throw badSpec(spec, `another report goes to ${file === "" ? place : file} already`);
    places.add(place);
    if (file === "") return { format, isFile: false, write: stdout, finish: () => undefined };
    checkWritable(place, file);
    const parts: string[] = [];
    return {
      format,
      isFile: true,
      write: (text) => parts.push(text),
      finish: () => writeReport(place, file, parts.join("")),
    };
  });
}

function badSpec(spec: string, reason: string): NexusError {
  const problem = `cannot be "${spec}": ${reason}`;
  return NexusError.of("NXC_USAGE_FLAG_VALUE", { flag: "--reporter", problem, expected: "--reporter FORMAT[:FILE]" });
}

function checkWritable(path: string, shown: string): void {
  try {
    if (existsSync(path) && statSync(path).isDirectory()) throw new Error("it is a folder");
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
  } catch (thrown) {
    throw unwritable(shown, thrown);
  }
}

/** Written beside and moved into place, so that a reader never meets half a report; a device is written to as it is. */
function writeReport(path: string, shown: string, text: string): void {
  const isDevice = existsSync(path) && !statSync(path).isFile();
  const target = isDevice ? path : `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(target, text);
    if (!isDevice) renameSync(target, path);
  } catch (thrown) {
    if (!isDevice) rmSync(target, { force: true });
    throw unwritable(shown, thrown);
  }
}

export function unwritable(shown: string, thrown: unknown): NexusError {
  const reason = (thrown as NodeJS.ErrnoException).code ?? reasonOf(thrown);
  return NexusError.of("NXC_FILE_UNWRITABLE", { kind: "report", reason }, shown, thrown);
}
