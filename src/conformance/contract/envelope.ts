/** The envelope of a contract's answers: it tells a value from a refusal. */

import { isDeepStrictEqual } from "node:util";
import { lookup, type Path, parsePath, withValueAt } from "../../base/json-path.js";
import type { Envelope as EnvelopeData } from "../../generated/contract.js";

/** A refusal by the implementation. */
export interface Refusal {
  readonly message: string;
  readonly code?: string;
  readonly details?: unknown;
}

export type Answer =
  | { readonly kind: "value"; readonly value: unknown }
  | {
      readonly kind: "error";
      readonly refusal: Refusal;
      /** How it came. `json`: as the JSON value `raw`. `members`: as message, code and details. `text`: as a text only. */
      readonly form: "json" | "members" | "text";
      readonly raw: unknown;
    };

/** Classifies a returned answer. A thrown error is always a refusal and does not pass here. */
export type Envelope = (raw: unknown) => Answer;

/** @throws NexusError NXC_FIXTURE_BAD_PATH for a malformed path */
export function compileEnvelope(data: EnvelopeData | undefined, where: string): Envelope {
  const path = (text: string | undefined) => (text === undefined ? undefined : parsePath(text, where));
  const isError = compileCondition(data?.error?.when, where);
  const [value, code, message, details] = [
    data?.value,
    data?.error?.code,
    data?.error?.message,
    data?.error?.details,
  ].map(path);
  return (raw) => {
    if (!isError(raw)) return { kind: "value", value: value === undefined ? raw : valueAt(value, raw) };
    const text = message === undefined ? raw : valueAt(message, raw);
    const errorCode = code === undefined ? undefined : valueAt(code, raw);
    const errorDetails = details === undefined ? undefined : valueAt(details, raw);
    return {
      kind: "error",
      refusal: {
        message: messageText(text),
        ...(typeof errorCode === "string" ? { code: errorCode } : {}),
        ...(errorDetails === undefined ? {} : { details: errorDetails }),
      },
      form: "json",
      raw,
    };
  };
}

/**
 * Puts the parts of a refusal into the contract's envelope. Errors thrown in this process and refusals over lines arrive
 * as separate parts.
 * @throws NexusError NXC_FIXTURE_BAD_PATH for a malformed path
 */
export function compileRefusalForm(data: EnvelopeData | undefined, where: string): (refusal: Refusal) => unknown {
  const { when = "$", code, message, details } = data?.error ?? {};
  const { path: condition, wanted } = readCondition(when, where);
  const places = Object.entries({ details, message, code }).flatMap(([part, text]) =>
    text === undefined ? [] : [{ part: part as keyof Refusal, path: parsePath(text, where) }],
  );
  return (refusal) =>
    places
      .filter(({ part }) => refusal[part] !== undefined)
      .reduce(
        (whole, { part, path }) => withValueAt(whole, path, refusal[part]),
        wanted === undefined ? {} : withValueAt({}, condition, wanted.value),
      );
}

function valueAt(path: Path, root: unknown): unknown {
  const at = lookup(path, root);
  return at.found ? at.value : undefined;
}

/** Some implementations wrap the text in an object: `{"error": {"message": "…"}}`. */
function messageText(value: unknown): string {
  if (typeof value === "string") return value;
  const inner = typeof value === "object" && value !== null ? (value as { message?: unknown }).message : undefined;
  return typeof inner === "string" ? inner : (JSON.stringify(value) ?? "");
}

/** `$.error`: present and not null. `$.ok == false`: equal to that JSON value. */
function compileCondition(when: string | undefined, where: string): (raw: unknown) => boolean {
  if (when === undefined) return () => false;
  const { path, wanted } = readCondition(when, where);
  return (raw) => {
    const at = lookup(path, raw);
    return at.found && (wanted === undefined ? at.value !== null : isDeepStrictEqual(at.value, wanted.value));
  };
}

function readCondition(when: string, where: string) {
  const [left = "", right] = when.split(/\s*==\s*/u, 2);
  const wanted = right === undefined ? undefined : { value: JSON.parse(right) as unknown };
  return { path: parsePath(left.trim(), where), wanted };
}
