import { definedOnly } from "../base/defined-only.js";
import { NexusError } from "../base/errors.js";
import { maskCode } from "../base/markdown/mask-code.js";
import type { ReadOnly } from "../content/read/read-only.js";
import type { Tag } from "../generated/manifest.js";

/** A tag that asks for a skill. */
export interface SkillActivation {
  /** Id of the tag. */
  readonly tag: string;
  readonly type: "skill";
  /** Id of the skill. */
  readonly skill: string;
  /** The variant, `auto` in `[plan:auto]`. */
  readonly mode?: string;
  /** The text from this tag to the next one, trimmed. */
  readonly argument: string;
}

/** A tag that asks for one operation, and changes no mode. */
export interface InlineAction {
  /** Id of the tag. */
  readonly tag: string;
  readonly type: "inline_action";
  /** Abstract name of the operation. */
  readonly handler: string;
  /** The variant, `frontend` in `[rule:frontend]`. */
  readonly variant?: string;
  /** The text from this tag to the next one, trimmed. */
  readonly argument: string;
}

export type TagActivation = SkillActivation | InlineAction;

/** Brackets that hold a tag with a variant that it does not have, `[plan:foo]`. */
export interface UnknownVariant {
  /** The brackets as they were typed. */
  readonly text: string;
  /** Id of the tag. */
  readonly tag: string;
  /** Variants that the tag has. */
  readonly known: readonly string[];
}

export interface DetectedTags {
  /** In the order of the text, which is the order in which they act. */
  readonly activations: readonly TagActivation[];
  /** To tell the user about: these brackets are plain text. */
  readonly unknown: readonly UnknownVariant[];
}

/**
 * The bracket tags of a message. A tag counts anywhere outside code fences and inline code, in just the letters of its
 * trigger; several act in their order. The text up to the next tag is the argument of a tag.
 *
 * Brackets with an unknown variant are no tag: they stay in the argument around them and are listed in `unknown`. A
 * backslash before the bracket, `\[plan]`, makes it plain text without a word; a Markdown link whose text is a tag
 * needs it too.
 *
 * @throws NexusError NXC_MANIFEST_INVALID when a tag names neither a skill nor a handler
 * @example
 * import { detectTags, loadManifest } from "nexus-core";
 *
 * const { tags } = loadManifest().vocabulary;
 * detectTags("Let us [plan:auto] the cache, not `[run]` it.", tags).activations;
 * // => [{ tag: "plan", type: "skill", skill: "nx-plan", mode: "auto", argument: "the cache, not `[run]` it." }]
 * detectTags("[plan:fast] the cache", tags);
 * // => { activations: [], unknown: [{ text: "[plan:fast]", tag: "plan", known: ["auto"] }] }
 */
export function detectTags(text: string, tags: readonly ReadOnly<Tag>[]): DetectedTags {
  const found: (TagMatch & { readonly start: number; readonly end: number })[] = [];
  const unknown: UnknownVariant[] = [];
  // Most messages have no tag, so their Markdown need not be parsed.
  let masked: string | undefined;
  for (const { 0: brackets, index: start } of text.matchAll(/\[[^[\]\r\n]+\]/g)) {
    const end = start + brackets.length;
    const match = matchTag(brackets.slice(1, -1), tags);
    if (match === undefined || isEscaped(text, start)) continue;
    masked ??= maskCode(text);
    if (masked.slice(start, end) !== brackets) continue;
    if (match.isKnown) found.push({ ...match, start, end });
    else unknown.push({ text: brackets, tag: match.tag.id, known: match.tag.variants ?? [] });
  }
  const activations = found.map(({ tag, variant, end }, index) =>
    activation(tag, variant, text.slice(end, found[index + 1]?.start).trim()),
  );
  return { activations, unknown };
}

/** Whether a backslash takes its meaning from the character at this place. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from -= 1;
  return (at - from) % 2 === 1;
}

interface TagMatch {
  readonly tag: ReadOnly<Tag>;
  readonly variant?: string;
  readonly isKnown: boolean;
}

/** The tag between brackets. The longest trigger wins: `[m:gc]` is a tag of its own and no variant of `[m]`. */
function matchTag(inside: string, tags: readonly ReadOnly<Tag>[]): TagMatch | undefined {
  const [tag] = tags
    .filter(({ trigger }) => `${inside}:`.startsWith(`${trigger.slice(1, -1)}:`))
    .sort((a, b) => b.trigger.length - a.trigger.length);
  if (tag === undefined) return undefined;
  const suffix = inside.slice(tag.trigger.length - 1);
  if (`[${inside}]` === tag.trigger) return { tag, isKnown: true };
  if (tag.variants?.includes(suffix)) return { tag, variant: suffix, isKnown: true };
  const variant = suffix.trim();
  return { tag, variant, isKnown: tag.variants?.includes("*") === true && variant !== "" };
}

function activation(tag: ReadOnly<Tag>, variant: string | undefined, argument: string): TagActivation {
  const { id, type, skill, handler } = tag;
  if (type === "skill" && skill !== undefined) {
    return { tag: id, type, skill, ...definedOnly({ mode: variant }), argument };
  }
  if (type === "inline_action" && handler !== undefined) {
    return { tag: id, type, handler, ...definedOnly({ variant }), argument };
  }
  const reason = `the tag "${id}" is of type ${type} and names no ${type === "skill" ? "skill" : "handler"}`;
  throw NexusError.of("NXC_MANIFEST_INVALID", { reason });
}
