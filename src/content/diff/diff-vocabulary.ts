import { isDeepStrictEqual } from "node:util";
import { member, textsMember } from "../../base/members.js";
import { entriesOf, listed, paired } from "./entries.js";
import { type Change, change, changedMember } from "./kinds.js";

const FOLDER = "vocabulary";

/** Lists of the vocabulary of which only the ids and the texts matter: the member, its file, and what an entry is called. */
const PLAIN_LISTS = [
  ["categories", "categories.yml", "the category"],
  ["resume_tiers", "resume-tiers.yml", "the resume tier"],
  ["ground_rules", "ground-rules.yml", "the ground rules"],
  ["task_exceptions", "task-exceptions.yml", "the task exception"],
] as const;

/** What has changed in the vocabulary. */
export function diffVocabulary(before: unknown, after: unknown): readonly Change[] {
  const [old, now] = [member(before, "vocabulary"), member(after, "vocabulary")];
  const used = new Set(
    [...entriesOf(after, "agents").values()].flatMap((agent) =>
      textsMember(agent, "capabilities").map(({ text }) => text),
    ),
  );
  return [
    ...capabilities(old, now, used),
    ...tags(old, now),
    ...macros(old, now),
    ...PLAIN_LISTS.flatMap(([list, file, name]) => {
      const { removed, added, both } = paired(entriesOf(old, list), entriesOf(now, list));
      return [
        ...removed.map((id) => change("entry-removed", `${FOLDER}/${file}`, { id, name })),
        ...added.map((id) => change("entry-added", `${FOLDER}/${file}`, { id, name })),
        ...both.flatMap((pair) => texts(`${FOLDER}/${file}`, pair.id, pair.before, pair.after)),
      ];
    }),
    ...policy(old, now),
  ];
}

function capabilities(old: unknown, now: unknown, used: ReadonlySet<string>): readonly Change[] {
  const file = `${FOLDER}/capabilities.yml`;
  const { removed, added, both } = paired(entriesOf(old, "capabilities"), entriesOf(now, "capabilities"));
  return [
    ...removed.map((id) => change("entry-removed", file, { id, name: "the capability" })),
    ...added.map((id) => change(used.has(id) ? "entry-added" : "unused-added", file, { id, name: "the capability" })),
    ...both.flatMap(({ id, before, after }) => {
      const classes = listed(before, after, "blocks_semantic_classes");
      return [
        ...classes.added.map((name) => change("class-added", file, { id, name })),
        ...classes.removed.map((name) => change("class-removed", file, { id, name })),
        ...changedMember("intent-changed", file, id, "intent", before, after),
        ...texts(file, id, before, after),
      ];
    }),
  ];
}

function tags(old: unknown, now: unknown): readonly Change[] {
  const file = `${FOLDER}/tags.yml`;
  const { removed, added, both } = paired(entriesOf(old, "tags"), entriesOf(now, "tags"));
  return [
    ...removed.map((id) => change("entry-removed", file, { id, name: "the tag" })),
    ...added.map((id) => change("entry-added", file, { id, name: "the tag" })),
    ...both.flatMap(({ id, before, after }) => {
      const variants = listed(before, after, "variants");
      return [
        ...["trigger", "type", "skill", "handler"].flatMap((name) =>
          changedMember("tag-changed", file, id, name, before, after),
        ),
        ...variants.added.map((name) => change("variant-added", file, { id, name })),
        ...variants.removed.map((name) => change("variant-removed", file, { id, name })),
        ...texts(file, id, before, after),
      ];
    }),
  ];
}

function macros(old: unknown, now: unknown): readonly Change[] {
  const file = `${FOLDER}/invocations.yml`;
  const { removed, added, both } = paired(entriesOf(old, "invocations"), entriesOf(now, "invocations"));
  return [
    ...removed.map((id) => change("entry-removed", file, { id, name: "the macro" })),
    ...added.map((id) => change("macro-added", file, { id })),
    ...both.flatMap(({ id, before, after }) => {
      const [was, is] = [before, after].map((entry) => entriesOf(entry, "semantic_params", "name"));
      const params = paired(was ?? new Map(), is ?? new Map());
      const isRequired = (name: string) => member(is?.get(name), "required") === true;
      const kindOf = (name: string) => (isRequired(name) ? "parameter-required" : "parameter-added");
      return [
        ...params.removed.map((name) => change("parameter-removed", file, { id, name })),
        ...params.added.map((name) => change(kindOf(name), file, { id, name })),
        ...params.both
          .filter((param) => !isDeepStrictEqual(member(param.before, "required"), member(param.after, "required")))
          .map(({ id: name }) => change(kindOf(name), file, { id, name })),
        ...changedMember("intent-changed", file, id, "intent", before, after),
        ...texts(file, id, before, after),
      ];
    }),
  ];
}

const TEXTS = ["description", "prose_guidance", "fallback_behavior", "text", "applies_when", "treatment", "rationale"];

function texts(file: string, id: string, before: unknown, after: unknown): readonly Change[] {
  return TEXTS.flatMap((name) => changedMember("text-changed", file, id, name, before, after));
}

function policy(old: unknown, now: unknown): readonly Change[] {
  const [before, after] = [member(old, "memory_policy"), member(now, "memory_policy")];
  const names = [...new Set([before, after].flatMap((each) => Object.keys((each as object | null | undefined) ?? {})))];
  return names
    .filter((name) => !isDeepStrictEqual(member(before, name), member(after, name)))
    .map((name) => change("policy-changed", `${FOLDER}/memory_policy.yml`, { name }));
}
