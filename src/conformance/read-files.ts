/** Reads the files that a fixture puts into the workspace. */

import { escapePointer } from "../json-pointer.js";
import { type Bindings, fillCaptures, fillText } from "./bindings.js";
import type { Case, Device, GivenFiles } from "./case.js";
import type { Source } from "./source.js";
import { checkFilePath, checkLinkTarget } from "./tokens.js";

/** @throws NexusError NXC_FIXTURE_BAD_FILE_PATH or NXC_FIXTURE_UNKNOWN_CAPTURE */
export function readGivenFiles(
  data: object | undefined,
  pointer: string,
  source: Source,
  bindings: Bindings,
): GivenFiles {
  return Object.entries(data ?? {}).map(([key, raw]: [string, unknown]) => {
    const at = `${pointer}/${escapePointer(key)}`;
    const file = readFileName(key, at, source, bindings);
    const text = onlyMember(raw, "text");
    if (text !== undefined) return { file, text: fillText(text, bindings, source.at(`${at}/text`)) };
    const target = onlyMember(raw, "symlink");
    if (target !== undefined) return { file, link: readTarget(file, target, source.at(`${at}/symlink`), bindings) };
    const special = specialFile(raw);
    if (special !== undefined) return { file, ...special };
    const content = fillCaptures(raw, bindings, (place) => source.at(place), at);
    return { file, text: content === null ? null : jsonText(file, content) };
  });
}

/**
 * Files of a user around the workspace; no capture stands in them.
 * @throws NexusError NXC_FIXTURE_BAD_FILE_PATH
 */
export function readGuardedFiles(data: object | undefined, pointer: string, source: Source): Case["guarded"] {
  return Object.entries(data ?? {}).map(([file, raw]: [string, unknown]) => {
    checkFilePath(file, source.at(`${pointer}/${escapePointer(file)}`));
    return { file, text: onlyMember(raw, "text") ?? jsonText(file, raw) };
  });
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

/** `{"fifo": true}` is a named pipe, `{"device": "zero"}` a link to that device, and nothing else is either. */
function specialFile(content: unknown): { readonly pipe: true } | { readonly device: Device } | undefined {
  const { fifo, device, ...others } = Object(content) as Readonly<Record<string, unknown>>;
  if (Object.keys(others).length > 0 || Array.isArray(content)) return undefined;
  if (fifo === true && device === undefined) return { pipe: true };
  return fifo === undefined && DEVICES.includes(device) ? { device: device as Device } : undefined;
}

/** `{"text": "…"}` and nothing else is a file's text, `{"symlink": "…"}` where a link leads. */
function onlyMember(content: unknown, name: string): string | undefined {
  if (typeof content !== "object" || content === null || Object.keys(content).length !== 1) return undefined;
  const value = (content as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : undefined;
}
