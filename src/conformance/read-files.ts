/** Reads the files that a fixture puts into the workspace. */

import { escapePointer } from "../json-pointer.js";
import { type Bindings, fillCaptures, fillText } from "./bindings.js";
import type { Case, Device, GivenFiles } from "./case.js";
import type { Source } from "./source.js";
import { checkFilePath, checkLinkTarget, GUARDED } from "./tokens.js";

/** @throws NexusError NXC_FIXTURE_INVALID, NXC_FIXTURE_BAD_FILE_PATH or NXC_FIXTURE_UNKNOWN_CAPTURE */
export function readGivenFiles(
  data: object | undefined,
  pointer: string,
  source: Source,
  bindings: Bindings,
): GivenFiles {
  return Object.entries(data ?? {}).map(([key, raw]: [string, unknown]) => {
    const at = `${pointer}/${escapePointer(key)}`;
    const file = readFileName(key, at, source, bindings);
    const special = specialForm(raw, at, source);
    if (special === undefined) {
      const content = fillCaptures(raw, bindings, (place) => source.at(place), at);
      return { file, text: content === null ? null : jsonText(file, content) };
    }
    if ("text" in special) return { file, text: fillText(special.text, bindings, source.at(`${at}/text`)) };
    if ("fifo" in special) return { file, pipe: true };
    if ("device" in special) return { file, device: special.device };
    return { file, link: readTarget(file, special.symlink, source.at(`${at}/symlink`), bindings) };
  });
}

/**
 * Files of a user around the workspace; no capture stands in them.
 * @throws NexusError NXC_FIXTURE_INVALID or NXC_FIXTURE_BAD_FILE_PATH
 */
export function readGuardedFiles(data: object | undefined, pointer: string, source: Source): Case["guarded"] {
  return Object.entries(data ?? {}).map(([file, raw]: [string, unknown]) => {
    const at = `${pointer}/${escapePointer(file)}`;
    checkFilePath(file, source.at(at));
    const other = clashing(file, [...Object.keys(GUARDED), ...Object.keys(data ?? {})]);
    if (other !== undefined) throw source.problem(at, `"${file}" cannot be a file beside "${other}"`);
    const special = specialForm(raw, at, source);
    if (raw === null || (special !== undefined && !("text" in special))) {
      throw source.problem(at, 'a guarded file is {"text": "…"} or JSON other than null, and no link, pipe or device');
    }
    return { file, text: special?.text ?? jsonText(file, raw) };
  });
}

/** The file that makes a folder of this one, or that would have to be one itself. */
function clashing(file: string, others: readonly string[]): string | undefined {
  return others.find((other) => other.startsWith(`${file}/`) || file.startsWith(`${other}/`));
}

/** @throws NexusError NXC_FIXTURE_BAD_FILE_PATH or NXC_FIXTURE_UNKNOWN_CAPTURE */
export function readFileName(name: string, pointer: string, source: Source, bindings: Bindings): string {
  const file = fillText(name, bindings, source.at(pointer));
  checkFilePath(file, source.at(pointer));
  return file;
}

/** A list in a `.jsonl` file is its lines. */
function jsonText(file: string, content: unknown): string {
  if (file.endsWith(".jsonl") && Array.isArray(content)) {
    return content.map((line) => `${JSON.stringify(line)}\n`).join("");
  }
  return `${JSON.stringify(content, null, 2)}\n`;
}

function readTarget(file: string, raw: string, where: string, bindings: Bindings): string {
  const target = fillText(raw, bindings, where);
  checkLinkTarget(file, target, where);
  return target;
}

const DEVICES: readonly unknown[] = ["zero", "null"] satisfies readonly Device[];

type SpecialForm =
  | { readonly text: string }
  | { readonly symlink: string }
  | { readonly fifo: true }
  | { readonly device: Device };

const FORMS = '{"symlink": "…"}, {"fifo": true}, {"device": "zero"}, {"device": "null"} and {"text": "…"}';

const IS_FORM: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  symlink: (value) => typeof value === "string",
  fifo: (value) => value === true,
  device: (value) => DEVICES.includes(value),
};

/**
 * What is no JSON to be written. One that is misspelt would be a file, and prove nothing.
 * @throws NexusError NXC_FIXTURE_INVALID
 */
function specialForm(content: unknown, pointer: string, source: Source): SpecialForm | undefined {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return undefined;
  const [first, ...others] = Object.entries(content);
  if (first === undefined || ![first, ...others].every(([name]) => Object.hasOwn(IS_FORM, name))) return undefined;
  const [name, value] = first;
  if (others.length === 0 && IS_FORM[name]?.(value) === true) return content as SpecialForm;
  throw source.problem(pointer, `this is no special file; the forms are ${FORMS}`);
}
