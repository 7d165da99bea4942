import { textMember, textsMember } from "../../base/members.js";
import { didYouMean } from "../../base/nearest.js";
import { type Content, type Definition, definitionsOf, entriesOf, knownIds } from "../read/content.js";
import { TOPICS_PAGE } from "../read/harness-topics.js";
import { VOCABULARY, type VocabularyKey } from "../read/vocabulary.js";
import { type Breach, breachAt, type Rule } from "./rule.js";

const AGENT = "id: helper\nname: helper\ndescription: Helps with one task, when one is open.\nmodel_tier: standard\n";

export const referenceRules: readonly Rule[] = [
  {
    id: "reference/capability",
    level: "error",
    title: "Every capability of an agent is listed in vocabulary/capabilities.yml.",
    reason: "A harness maps known capabilities to its tools; an unknown one would silently deny nothing.",
    remedy: "Use an id of vocabulary/capabilities.yml, or add the entry there.",
    bad: { "agents/helper/meta.yml": `${AGENT}category: do\nresume_tier: bounded\ncapabilities: [no_file_edits]\n` },
    good: { "agents/helper/meta.yml": `${AGENT}category: do\nresume_tier: bounded\ncapabilities: [no_file_edit]\n` },
    check: (content) =>
      listBreaches(
        content.agents,
        "capabilities",
        knownIds(content, "capabilities"),
        (id) => `unknown capability "${id}"`,
      ),
  },
  {
    id: "reference/category",
    level: "error",
    title: "The category of an agent is listed in vocabulary/categories.yml.",
    reason: "The category decides which agents may judge the work of others.",
    remedy: "Use an id of vocabulary/categories.yml, or add the entry there.",
    bad: {
      "agents/helper/meta.yml": `${AGENT}category: check\nresume_tier: bounded\ncapabilities: []\n`,
      "vocabulary/categories.yml": "categories: []\n",
    },
    good: {
      "agents/helper/meta.yml": `${AGENT}category: check\nresume_tier: bounded\ncapabilities: []\n`,
      "vocabulary/categories.yml": "categories:\n  - id: check\n    description: Examines finished work.\n",
    },
    check: (content) => fieldBreaches(content, "category", "categories", (id) => `unknown category "${id}"`),
  },
  {
    id: "reference/resume-tier",
    level: "error",
    title: "The resume tier of an agent is listed in vocabulary/resume-tiers.yml.",
    reason: "An unknown tier counts as ephemeral, which is rarely what was meant.",
    remedy: "Use an id of vocabulary/resume-tiers.yml, or add the entry there.",
    bad: {
      "agents/helper/meta.yml": `${AGENT}category: do\nresume_tier: ephemeral\ncapabilities: []\n`,
      "vocabulary/resume-tiers.yml": "resume_tiers: []\n",
    },
    good: {
      "agents/helper/meta.yml": `${AGENT}category: do\nresume_tier: ephemeral\ncapabilities: []\n`,
      "vocabulary/resume-tiers.yml": "resume_tiers:\n  - id: ephemeral\n    description: Always fresh.\n",
    },
    check: (content) => fieldBreaches(content, "resume_tier", "resume_tiers", (id) => `unknown resume tier "${id}"`),
  },
  {
    id: "reference/unused-category",
    level: "warning",
    isHouseStyle: true,
    title: "Every category has an agent.",
    reason: "A category that no agent has is left over from a removed agent, or misspelled.",
    remedy: "Remove the entry, or give an agent this category.",
    bad: {
      "vocabulary/categories.yml":
        "categories:\n  - id: do\n    description: Carries out a task.\n  - id: check\n    description: Examines finished work.\n",
    },
    good: { "vocabulary/categories.yml": "categories:\n  - id: do\n    description: Carries out a task.\n" },
    check: (content) => unusedBreaches(content, "category", "categories"),
  },
  {
    id: "reference/unused-resume-tier",
    level: "warning",
    isHouseStyle: true,
    title: "Every resume tier has an agent.",
    reason: "A tier that no agent has is left over from a removed agent, or misspelled.",
    remedy: "Remove the entry, or give an agent this tier.",
    bad: {
      "vocabulary/resume-tiers.yml":
        "resume_tiers:\n  - id: bounded\n    description: For one artifact.\n  - id: ephemeral\n    description: Always fresh.\n",
    },
    good: { "vocabulary/resume-tiers.yml": "resume_tiers:\n  - id: bounded\n    description: For one artifact.\n" },
    check: (content) => unusedBreaches(content, "resume_tier", "resume_tiers"),
  },
  {
    id: "reference/topic",
    level: "error",
    title: `Every harness_docs_refs entry is a topic of ${TOPICS_PAGE}.`,
    reason: "A harness writes texts for the topics of that list only; any other topic would stay empty.",
    remedy: `Use a topic of ${TOPICS_PAGE}, or add it there.`,
    bad: { "skills/greet/meta.yml": greet("[instruction_file, instruction_files]") },
    good: { "skills/greet/meta.yml": greet("[instruction_file]") },
    check: (content) =>
      listBreaches(definitionsOf(content), "harness_docs_refs", content.topics, (id) => `unknown topic "${id}"`),
  },
  {
    id: "reference/unused-topic",
    level: "warning",
    isHouseStyle: true,
    title: `Every topic of ${TOPICS_PAGE} is used by a skill.`,
    reason: "Every harness author has to write a text for each topic; an unused topic is wasted work.",
    remedy: "Remove the topic, or name it in the harness_docs_refs of the skill that needs it.",
    bad: { [TOPICS_PAGE]: "---\ntopics: [instruction_file, status_display]\n---\n\n# Topics\n" },
    good: { [TOPICS_PAGE]: "---\ntopics: [instruction_file]\n---\n\n# Topics\n" },
    check: ({ topicsPage, skills }) => {
      if (skills?.every(({ meta }) => meta !== undefined) !== true) return [];
      const used = new Set(
        skills.flatMap(({ meta }) => textsMember(meta?.document.value, "harness_docs_refs")).map(({ text }) => text),
      );
      if (topicsPage === undefined) return [];
      return topicsPage.topics
        .filter(({ id }) => !used.has(id))
        .map(({ id, pointer }) => breachAt(topicsPage.document, pointer, `no skill uses the topic "${id}"`));
    },
  },
];

function greet(refs: string): string {
  return `id: greet\nname: greet\ndescription: Greets the user, when asked to.\ntriggers: [greet]\nharness_docs_refs: ${refs}\n`;
}

/** Compares a field of every agent with a vocabulary list. Values that break the schema are left to the schema rule. */
function fieldBreaches(
  content: Content,
  field: string,
  key: VocabularyKey,
  message: (id: string) => string,
): readonly Breach[] {
  const known = knownIds(content, key);
  if (known === undefined) return [];
  return (content.agents ?? []).flatMap(({ meta }) => {
    const id = textMember(meta?.document.value, field);
    if (meta === undefined || id === undefined || known.includes(id)) return [];
    if (meta.issues.some(({ pointer }) => pointer === `/${field}`)) return [];
    return [breachAt(meta.document, `/${field}`, message(id), didYouMean(id, known))];
  });
}

function listBreaches(
  definitions: readonly Definition[] | undefined,
  field: string,
  known: readonly string[] | undefined,
  message: (id: string) => string,
): readonly Breach[] {
  if (known === undefined) return [];
  return (definitions ?? []).flatMap(({ meta }) =>
    meta === undefined
      ? []
      : textsMember(meta.document.value, field)
          .filter(({ text }) => !known.includes(text))
          .map(({ index, text }) =>
            breachAt(meta.document, `/${field}/${index}`, message(text), didYouMean(text, known)),
          ),
  );
}

/**
 * Entries of a vocabulary list that no agent names. Reports nothing in a folder without agents, nor while one meta.yml
 * cannot be read: that agent may name the entry.
 */
function unusedBreaches({ agents, ...content }: Content, field: string, key: VocabularyKey): readonly Breach[] {
  if (agents?.every(({ meta }) => meta !== undefined) !== true) return [];
  const used = new Set(agents.map(({ meta }) => textMember(meta?.document.value, field)));
  return (entriesOf({ agents, ...content }, key) ?? [])
    .filter(({ id }) => !used.has(id))
    .map(({ id, document, pointer }) => breachAt(document, pointer, `no agent has the ${field} "${id}"`));
}

/** Missing vocabulary files. Without them, references to their entries are not checked. */
export const missingVocabulary: Rule = {
  id: "reference/missing-vocabulary",
  level: "warning",
  title: "All seven vocabulary files that harnesses read are there.",
  reason: "References to the entries of a missing file cannot be checked.",
  remedy: "Add the file; an empty list is enough where there are no entries.",
  bad: { "vocabulary/capabilities.yml": null },
  good: {
    "vocabulary/capabilities.yml": "capabilities: []\n",
    "agents/helper/meta.yml": `${AGENT}category: do\nresume_tier: bounded\ncapabilities: []\n`,
  },
  check: ({ files }) => {
    const isThere = (file: string) => files.texts.has(file) || files.unreadable.has(file);
    const missing = VOCABULARY.filter(({ file }) => !isThere(file));
    if (missing.length === VOCABULARY.length) {
      return [
        {
          file: "vocabulary",
          message:
            "there is no vocabulary, so capabilities, categories, tiers, tags and macros are checked against nothing",
        },
      ];
    }
    return missing.map(({ file, key }) => ({
      file,
      message: `this file is missing, so nothing is checked against its ${key.replace("_", " ")}`,
    }));
  },
};
