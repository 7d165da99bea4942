import { listMember, textMember } from "../../base/members.js";
import { type Content, type Definition, definitionsOf, entriesOf, type VocabularyEntryAt } from "../read/content.js";
import { VOCABULARY } from "../read/vocabulary.js";
import { agentBody } from "./example-bodies.js";
import { type Breach, breachAt, type Rule } from "./rule.js";

const FORM = /^[a-z][a-z0-9-]*$/;

const AGENT =
  "name: helper\ndescription: Helps with one task, when one is open.\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: []\n";

export const idRules: readonly Rule[] = [
  {
    id: "id/form",
    level: "error",
    title: "The id of an agent or skill is lower case, with digits and hyphens, and starts with a letter.",
    reason:
      "It becomes a folder, a command and part of file names on systems with different rules; this form works on all.",
    remedy: "Rename folder and id, for example from my_agent to my-agent.",
    bad: {
      "agents/helper/meta.yml": null,
      "agents/helper/body.md": null,
      "agents/my_helper/meta.yml": `id: my_helper\n${AGENT}`,
      "agents/my_helper/body.md": agentBody(),
    },
    good: {
      "agents/helper/meta.yml": null,
      "agents/helper/body.md": null,
      "agents/my-helper/meta.yml": `id: my-helper\n${AGENT}`,
      "agents/my-helper/body.md": agentBody(),
    },
    check: (content) => definitionsOf(content).flatMap(formBreaches),
  },
  {
    id: "id/folder",
    level: "error",
    title: "An agent or skill has the id of its folder.",
    reason: "Harnesses find the body by the id.",
    remedy: "Make folder and id the same.",
    bad: {
      "agents/helper/meta.yml": `id: assistant\n${AGENT}`,
      "agents/helper/body.md": agentBody(),
    },
    good: { "agents/helper/meta.yml": `id: helper\n${AGENT}` },
    check: (content) =>
      definitionsOf(content).flatMap(({ folder, meta }) => {
        const id = textMember(meta?.document.value, "id");
        if (meta === undefined || id === undefined || id === folder) return [];
        return [breachAt(meta.document, "/id", `the id "${id}" is not the name of the folder "${folder}"`)];
      }),
  },
  {
    id: "id/duplicate",
    level: "error",
    title: "An id is used once among agents and skills, and once in each vocabulary list.",
    reason:
      "A reference to an id that is used twice reaches the first of the two, and which one is first differs between harnesses.",
    remedy: "Give one of the two an id of its own.",
    bad: {
      "vocabulary/categories.yml":
        "categories:\n  - id: do\n    description: Carries out a task.\n  - id: do\n    description: Carries out another task.\n",
    },
    good: { "vocabulary/categories.yml": "categories:\n  - id: do\n    description: Carries out a task.\n" },
    check: (content) => [
      ...definitionDuplicates(content),
      ...VOCABULARY.flatMap(({ key }) => entryDuplicates(entriesOf(content, key) ?? [])),
      ...entryDuplicates(decisionsOf(content)),
    ],
  },
];

/** The id, and the folder as well where it differs or the id is missing. */
function formBreaches({ kind, folder, meta }: Definition): readonly Breach[] {
  const id = textMember(meta?.document.value, "id");
  const saidBySchema = meta?.issues.some(({ pointer }) => pointer === "/id") ?? false;
  const breaches: Breach[] = [];
  if (meta !== undefined && id !== undefined && !FORM.test(id) && !saidBySchema) {
    breaches.push(breachAt(meta.document, "/id", `the id "${id}" is not of the form ${FORM.source}`));
  }
  if (!FORM.test(folder) && folder !== id) {
    breaches.push({
      file: `${kind}s/${folder}`,
      message: `the folder name "${folder}" is not of the form ${FORM.source}`,
    });
  }
  return breaches;
}

function definitionDuplicates(content: Content): readonly Breach[] {
  const first = new Map<string, string>();
  return definitionsOf(content).flatMap(({ meta }) => {
    const id = textMember(meta?.document.value, "id");
    if (meta === undefined || id === undefined) return [];
    const other = first.get(id);
    if (other !== undefined) return [breachAt(meta.document, "/id", `the id "${id}" is already used in ${other}`)];
    first.set(id, meta.document.file);
    return [];
  });
}

function decisionsOf({ responsibilities }: Content): readonly Omit<VocabularyEntryAt, "value">[] {
  if (responsibilities === undefined) return [];
  const { document } = responsibilities;
  return listMember(document.value, "decisions").flatMap(({ index, item }) => {
    const id = textMember(item, "id");
    return id === undefined ? [] : [{ id, document, pointer: `/decisions/${index}` }];
  });
}

function entryDuplicates(entries: readonly Omit<VocabularyEntryAt, "value">[]): readonly Breach[] {
  const first = new Map<string, number>();
  return entries.flatMap(({ id, document, pointer }) => {
    const line = first.get(id);
    if (line !== undefined)
      return [breachAt(document, `${pointer}/id`, `the id "${id}" is already used in line ${line}`)];
    first.set(id, document.at(`${pointer}/id`).line);
    return [];
  });
}
