/** Opens the outputs that `--reporter FORMAT[:FILE]` names: files, or standard output. */

import { resolve } from "node:path";
import { NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import { checkWritable, writeText } from "../../base/write-text.js";
import type { Context } from "../frame/command.js";

export interface OpenOutput {
  readonly format: string;
  readonly isFile: boolean;
  write(text: string): unknown;
  /**
   * Writes the file. Until then, the report of an earlier run stays.
   * @throws NexusError NXC_FILE_UNWRITABLE
   */
  finish(): void;
}

/**
 * @param specs each `FORMAT` or `FORMAT:FILE`
 * @param formats the formats of this command
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
      throw badSpec(spec, `the formats are ${formats.join(", ")}. ${didYouMean(format, formats)}`.trimEnd());
    }
    if (rest.length > 0 && file === "") throw badSpec(spec, "the file has no name");
    const place = file === "" ? "standard output" : resolve(cwd, file);
    if (places.has(place)) throw badSpec(spec, `another report goes to ${file === "" ? place : file} already`);
    places.add(place);
    if (file === "") return { format, isFile: false, write: stdout, finish: () => undefined };
    checkWritable(place, "report", file);
    const parts: string[] = [];
    return {
      format,
      isFile: true,
      write: (text) => parts.push(text),
      finish: () => writeText(place, parts.join(""), "report", file),
    };
  });
}

function badSpec(spec: string, reason: string): NexusError {
  const problem = `cannot be "${spec}": ${reason}`;
  return NexusError.of("NXC_USAGE_FLAG_VALUE", { flag: "--reporter", problem, expected: "--reporter FORMAT[:FILE]" });
}
