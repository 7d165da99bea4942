import { isDeepStrictEqual } from "node:util";
import { member } from "../../base/members.js";
import { entriesOf, listed, paired } from "./entries.js";
import { type Change, change, changedMember } from "./kinds.js";

/** Members that people read and programs pass on. */
const TEXTS = ["name", "description", "alias_ko", "task", "summary"];

const AGENT_MEMBERS = [
  ["category", "agent-category"],
  ["resume_tier", "agent-resume-tier"],
  ["model_tier", "agent-model-tier"],
] as const;

/** What has changed among the agents. */
export function diffAgents(before: unknown, after: unknown): readonly Change[] {
  const { removed, added, both } = paired(entriesOf(before, "agents"), entriesOf(after, "agents"));
  return [
    ...removed.map((id) => change("agent-removed", `agents/${id}`, { id })),
    ...added.map((id) => change("agent-added", `agents/${id}`, { id })),
    ...both.flatMap(({ id, before: old, after: now }) => {
      const meta = `agents/${id}/meta.yml`;
      const capabilities = listed(old, now, "capabilities");
      return [
        ...capabilities.added.map((name) => change("capability-given", meta, { id, name })),
        ...capabilities.removed.map((name) => change("capability-taken", meta, { id, name })),
        ...AGENT_MEMBERS.flatMap(([name, kind]) => changedMember(kind, meta, id, name, old, now)),
        ...texts("agents", id, old, now),
      ];
    }),
  ];
}

/** What has changed among the skills. */
export function diffSkills(before: unknown, after: unknown): readonly Change[] {
  const { removed, added, both } = paired(entriesOf(before, "skills"), entriesOf(after, "skills"));
  return [
    ...removed.map((id) => change("skill-removed", `skills/${id}`, { id })),
    ...added.map((id) => change("skill-added", `skills/${id}`, { id })),
    ...both.flatMap(({ id, before: old, after: now }) => {
      const meta = `skills/${id}/meta.yml`;
      const triggers = listed(old, now, "triggers");
      const topics = listed(old, now, "harness_docs_refs");
      const manual = [old, now].map((entry) => member(entry, "manual_only") === true);
      return [
        ...triggers.removed.map((name) => change("trigger-removed", meta, { id, name })),
        ...triggers.added.map((name) => change("trigger-added", meta, { id, name })),
        ...(manual[0] === manual[1] ? [] : [change("manual-only", meta, { id, before: manual[0], after: manual[1] })]),
        ...topics.added.map((name) => change("topic-added", meta, { id, name })),
        ...topics.removed.map((name) => change("topic-removed", meta, { id, name })),
        ...texts("skills", id, old, now),
      ];
    }),
  ];
}

function texts(folder: string, id: string, old: unknown, now: unknown): readonly Change[] {
  const isOther = (name: string) => !isDeepStrictEqual(member(old, name), member(now, name));
  // A manifest of an earlier form has no hash of the composed text.
  const hasFrames = [old, now].every((entry) => member(entry, "composed_hash") !== undefined);
  const body = isOther("body_hash")
    ? [change("body-changed", `${folder}/${id}/body.md`, { id })]
    : hasFrames && isOther("composed_hash")
      ? [change("frame-changed", `${folder}/${id}/body.md`, { id })]
      : [];
  return [
    ...body,
    ...TEXTS.filter(isOther).map((name) => change("text-changed", `${folder}/${id}/meta.yml`, { id, name })),
  ];
}
