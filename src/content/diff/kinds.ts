/** Every kind of change that a harness may have to do something about, with its class by the version policy. */

import { isDeepStrictEqual } from "node:util";
import { member } from "../../base/members.js";

/**
 * `breaking`: a harness that does nothing fails, or lets an agent do what it must not. `additive`: there is something
 * new, and a harness that does nothing goes on as before. `editorial`: nothing for a program changes.
 */
export type ChangeClass = "breaking" | "additive" | "editorial";

interface Kind {
  readonly class: ChangeClass;
  readonly what: string;
  /** What a harness has to do; empty where that is nothing. */
  readonly todo: string;
}

/** In texts, `{id}` is the entry, `{name}` a member or value of it, `{before}` and `{after}` are values. */
export const KINDS = {
  "agent-removed": {
    class: "breaking",
    what: "the agent {id} is gone",
    todo: "Take it out of your catalogue, and give open tasks that it owns another owner.",
  },
  "agent-added": {
    class: "additive",
    what: "the agent {id} is new",
    todo: "Register it with its category, tiers and capabilities.",
  },
  "capability-given": {
    class: "breaking",
    what: "the agent {id} now has the capability {name}",
    todo: "Withhold the tools of this capability from it.",
  },
  "capability-taken": {
    class: "breaking",
    what: "the agent {id} no longer has the capability {name}",
    todo: "Give it the tools of this capability, since its body counts on them.",
  },
  "agent-category": {
    class: "breaking",
    what: "the category of {id} is {after}, and was {before}",
    todo: "Expect the verdicts of its new category in its reports.",
  },
  "agent-resume-tier": {
    class: "breaking",
    what: "the resume tier of {id} is {after}, and was {before}",
    todo: "End or keep its sessions by the new tier.",
  },
  "agent-model-tier": {
    class: "additive",
    what: "the model tier of {id} is {after}, and was {before}",
    todo: "Choose its model anew.",
  },
  "skill-removed": {
    class: "breaking",
    what: "the skill {id} is gone",
    todo: "Take it out of your list, with its command and its tags.",
  },
  "skill-added": { class: "additive", what: "the skill {id} is new", todo: "Make it known, and start it by its tags." },
  "trigger-removed": {
    class: "breaking",
    what: "the tag {name} no longer starts {id}",
    todo: "Start nothing at this tag.",
  },
  "trigger-added": { class: "additive", what: "the tag {name} starts {id}", todo: "Start the skill at this tag." },
  "manual-only": {
    class: "breaking",
    what: "manual_only of {id} is {after}, and was {before}",
    todo: "Let only the user start it, or let tags and other skills start it too.",
  },
  "topic-added": { class: "additive", what: "{id} refers to the topic {name}", todo: "Supply a text for this topic." },
  "topic-removed": { class: "editorial", what: "{id} no longer refers to the topic {name}", todo: "" },
  "body-changed": {
    class: "additive",
    what: "the body of {id} has changed",
    todo: "Render or inject it anew. Read what has changed: if a duty is gone on which you rely, it breaks for you.",
  },
  "frame-changed": {
    class: "additive",
    what: "the ground rules or the report form of {id} have changed",
    todo: "Render or inject it anew.",
  },
  "text-changed": { class: "editorial", what: "the {name} of {id} has another wording", todo: "" },
  "class-added": {
    class: "breaking",
    what: "the capability {id} blocks {name} too",
    todo: "Map your tools of this class to it.",
  },
  "class-removed": {
    class: "additive",
    what: "the capability {id} no longer blocks {name}",
    todo: "Take the class out of your map.",
  },
  "intent-changed": {
    class: "breaking",
    what: "the intent of {id} is {after}, and was {before}",
    todo: "Find the entry by its id, and look whether you still do what it asks.",
  },
  "entry-removed": {
    class: "breaking",
    what: "{name} {id} is gone from the vocabulary",
    todo: "Take it out of your maps.",
  },
  "entry-added": { class: "additive", what: "{name} {id} is new in the vocabulary", todo: "Map it." },
  "unused-added": { class: "editorial", what: "the capability {id} is new, and no agent has it", todo: "" },
  "macro-added": {
    class: "breaking",
    what: "the macro {id} is new",
    todo: "Map it to your own means, because a body that uses it cannot be expanded otherwise.",
  },
  "parameter-required": {
    class: "breaking",
    what: "the macro {id} has the required parameter {name}",
    todo: "Use it in your map.",
  },
  "parameter-added": {
    class: "additive",
    what: "the macro {id} has the optional parameter {name}",
    todo: "Use it in your map if it fits.",
  },
  "parameter-removed": {
    class: "breaking",
    what: "the macro {id} has lost the parameter {name}",
    todo: "Take it out of your map.",
  },
  "tag-changed": {
    class: "breaking",
    what: "{name} of the tag {id} is {after}, and was {before}",
    todo: "Detect and act on the tag in its new form.",
  },
  "variant-added": {
    class: "additive",
    what: "the tag {id} has the variant {name}",
    todo: "Pass the variant on to the skill.",
  },
  "variant-removed": {
    class: "breaking",
    what: "the tag {id} has lost the variant {name}",
    todo: "Treat the variant as unknown.",
  },
  "policy-changed": {
    class: "additive",
    what: "the memory policy has changed at {name}",
    todo: "Read it anew from the manifest.",
  },
  "form-changed": {
    class: "breaking",
    what: "the form of the manifest is {after}, and was {before}",
    todo: "Look at schema/manifest.schema.json before you read the manifest.",
  },
  "schema-removed": { class: "breaking", what: "the schema {id} is gone", todo: "Validate by another one." },
  "schema-added": { class: "additive", what: "the schema {id} is new", todo: "Validate by it." },
  "schema-tighter": {
    class: "breaking",
    what: "the schema {id} may refuse what it took: {name}",
    todo: "Look at what you write and read at this place.",
  },
  "schema-wider": { class: "additive", what: "the schema {id} allows more: {name}", todo: "Accept it where you read." },
  "schema-changed": { class: "editorial", what: "the schema {id} has another wording, and accepts the same", todo: "" },
} as const satisfies Readonly<Record<string, Kind>>;

export type ChangeKind = keyof typeof KINDS;

export interface Change {
  readonly kind: ChangeKind;
  readonly class: ChangeClass;
  /** The file that an author would open. */
  readonly file: string;
  readonly what: string;
  readonly todo: string;
}

type Values = Readonly<Partial<Record<"id" | "name" | "before" | "after", unknown>>>;

export function change(kind: ChangeKind, file: string, values: Values): Change {
  const { class: its, what, todo } = KINDS[kind];
  const text = what.replaceAll(/\{(\w+)\}/gu, (_, name: keyof Values) => shown(values[name]));
  return { kind, class: its, file, what: text, todo };
}

function shown(value: unknown): string {
  return value === undefined ? "absent" : typeof value === "string" ? value : JSON.stringify(value);
}

/** The change of a member that both versions of an entry may have; none where it is equal. */
export function changedMember(
  kind: ChangeKind,
  file: string,
  id: string,
  name: string,
  old: unknown,
  now: unknown,
): readonly Change[] {
  const [before, after] = [member(old, name), member(now, name)];
  return isDeepStrictEqual(before, after) ? [] : [change(kind, file, { id, name, before, after })];
}
