import { textMember, textsMember } from "../../base/members.js";
import { didYouMean } from "../../base/nearest.js";
import { type Content, entriesOf, idOf, knownIds, type VocabularyEntryAt } from "../read/content.js";
import { breachAt, type Rule } from "./rule.js";

const GREET =
  "id: greet\nname: greet\ndescription: Greets the user, when asked to.\nharness_docs_refs: [instruction_file]\n";

function tags(...entries: readonly string[]): string {
  return `tags:\n${entries.map((entry) => `  - ${entry}\n`).join("")}`;
}

const TAG = '{ id: greet, trigger: "[greet]", type: skill, skill: greet, description: Starts greeting. }';

export const tagRules: readonly Rule[] = [
  {
    id: "tag/trigger-form",
    level: "error",
    title: "The trigger of a tag is its id in brackets, with colons for hyphens.",
    reason: "Harnesses derive one from the other; a typo in either would go unnoticed.",
    remedy: "Correct the trigger, or the id.",
    bad: { "vocabulary/tags.yml": tags(TAG.replace("[greet]", "[great]")) },
    good: { "vocabulary/tags.yml": tags(TAG) },
    check: (content) =>
      (entriesOf(content, "tags") ?? []).flatMap(({ id, value, document, pointer }) => {
        const trigger = textMember(value, "trigger");
        const expected = `[${id.replaceAll("-", ":")}]`;
        return trigger === undefined || trigger === expected
          ? []
          : [
              breachAt(
                document,
                `${pointer}/trigger`,
                `the trigger of tag "${id}" is "${trigger}" where its id asks for "${expected}"`,
              ),
            ];
      }),
  },
  {
    id: "tag/skill",
    level: "error",
    title: "The skill of a tag exists.",
    reason: "Otherwise the tag starts nothing.",
    remedy: "Name a skill that exists, make the tag an inline_action, or remove it.",
    bad: {
      "vocabulary/tags.yml": tags(
        TAG,
        '{ id: wave, trigger: "[wave]", type: skill, skill: wave, description: Starts waving. }',
      ),
    },
    good: {
      "vocabulary/tags.yml": tags(
        TAG,
        '{ id: wave, trigger: "[wave]", type: skill, skill: greet, description: Starts waving. }',
      ),
      "skills/greet/meta.yml": `${GREET}triggers: [greet, wave]\n`,
    },
    check: (content) => {
      const known = knownIds(content, "skills");
      return skillTags(content).flatMap(({ id, skill, document, pointer }) =>
        known === undefined || known.includes(skill)
          ? []
          : [
              breachAt(
                document,
                `${pointer}/skill`,
                `tag "${id}" starts the skill "${skill}", which does not exist`,
                didYouMean(skill, known),
              ),
            ],
      );
    },
  },
  {
    id: "tag/skill-lists-trigger",
    level: "error",
    title: "The skill that a tag starts lists the tag among its triggers.",
    reason: "Half of the harnesses read the tag list, the other half the triggers; both must lead to the same skill.",
    remedy: "Add the tag's id to the triggers of the skill, or change the tag.",
    bad: {
      "vocabulary/tags.yml": tags(
        TAG,
        '{ id: wave, trigger: "[wave]", type: skill, skill: greet, description: Starts waving. }',
      ),
    },
    good: {
      "vocabulary/tags.yml": tags(
        TAG,
        '{ id: wave, trigger: "[wave]", type: skill, skill: greet, description: Starts waving. }',
      ),
      "skills/greet/meta.yml": `${GREET}triggers: [greet, wave]\n`,
    },
    check: (content) =>
      skillTags(content).flatMap(({ id, skill, document, pointer }) => {
        const value = content.skills?.find((candidate) => idOf(candidate) === skill)?.meta?.document.value;
        if (value === undefined || textsMember(value, "triggers").some(({ text }) => text === id)) return [];
        return [
          breachAt(
            document,
            `${pointer}/skill`,
            `tag "${id}" starts the skill "${skill}", whose triggers do not list it`,
          ),
        ];
      }),
  },
  {
    id: "tag/trigger-known",
    level: "error",
    title: "Every trigger of a skill is a tag of type skill that starts this skill.",
    reason: "A trigger without its tag never fires, and one whose tag starts another skill fires the wrong one.",
    remedy: "Use the id of a tag of type skill in vocabulary/tags.yml, or add the tag.",
    bad: { "skills/greet/meta.yml": `${GREET}triggers: [greet, great]\n` },
    good: { "skills/greet/meta.yml": `${GREET}triggers: [greet]\n` },
    check: (content) => {
      const entries = entriesOf(content, "tags");
      if (entries === undefined) return [];
      const startable = skillTags(content).map(({ id }) => id);
      return (content.skills ?? []).flatMap((definition) => {
        const { meta } = definition;
        if (meta === undefined) return [];
        return textsMember(meta.document.value, "triggers").flatMap(({ index, text }) => {
          const problem = triggerProblem(text, idOf(definition), entries);
          return problem === undefined
            ? []
            : [
                breachAt(
                  meta.document,
                  `/triggers/${index}`,
                  problem,
                  startable.includes(text) ? "" : didYouMean(text, startable),
                ),
              ];
        });
      });
    },
  },
];

function triggerProblem(trigger: string, skill: string, entries: readonly VocabularyEntryAt[]): string | undefined {
  const tag = entries.find(({ id }) => id === trigger)?.value;
  if (tag === undefined) return `no tag has the id "${trigger}"`;
  if (textMember(tag, "type") !== "skill") return `the tag "${trigger}" is not of type skill`;
  const started = textMember(tag, "skill");
  return started === undefined || started === skill ? undefined : `the tag "${trigger}" starts the skill "${started}"`;
}

function skillTags(content: Content): readonly (VocabularyEntryAt & { readonly skill: string })[] {
  return (entriesOf(content, "tags") ?? []).flatMap((entry) => {
    const skill = textMember(entry.value, "skill");
    return textMember(entry.value, "type") === "skill" && skill !== undefined ? [{ ...entry, skill }] : [];
  });
}
