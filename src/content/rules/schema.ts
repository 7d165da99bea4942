import { definedOnly } from "../../base/defined-only.js";
import { placeOf } from "../../base/json-schema.js";
import type { ParsedFile } from "../read/content.js";
import { type Breach, breachAt, type Rule } from "./rule.js";

const remedy = "Write what the schema in schema/ allows.";

export const schemaRules: readonly Rule[] = [
  {
    id: "yaml/syntax",
    level: "error",
    title:
      "Every meta.yml, vocabulary file and front matter is one YAML document without anchors and without duplicate keys.",
    reason: "A file that does not parse is invisible to every other check and to every harness.",
    remedy: "Correct the YAML at this place; quote texts that hold a colon and a space.",
    bad: { "vocabulary/task-exceptions.yml": "task_exceptions: [\n" },
    good: { "vocabulary/task-exceptions.yml": "task_exceptions: []\n" },
    check: ({ syntax }) =>
      syntax.map(({ file, line, column, reason }) => ({
        file,
        ...definedOnly({ line }),
        message: column === undefined ? reason : `${reason} (column ${column})`,
      })),
  },
  {
    id: "schema/agent",
    level: "error",
    title: "The meta.yml of an agent has the form of schema/agent.schema.json.",
    reason: "Harnesses read these fields without checking them again.",
    remedy,
    bad: { "agents/helper/meta.yml": agentMeta({ model_tier: "hight" }) },
    good: { "agents/helper/meta.yml": agentMeta({ model_tier: "high" }) },
    check: ({ agents = [] }) => agents.flatMap(({ meta }) => issuesOf(meta)),
  },
  {
    id: "schema/skill",
    level: "error",
    title:
      "The meta.yml of a skill has the form of schema/skill.schema.json: without manual_only it names its triggers.",
    reason: "A skill that neither a tag nor the user can start is useless.",
    remedy,
    bad: {
      "skills/greet/meta.yml":
        "id: greet\nname: greet\ndescription: Greets the user, when asked to.\ntriggers: [greet]\nsummary: Too short\nharness_docs_refs: [instruction_file]\n",
    },
    good: {
      "skills/greet/meta.yml":
        "id: greet\nname: greet\ndescription: Greets the user, when asked to.\ntriggers: [greet]\nsummary: Long enough now\nharness_docs_refs: [instruction_file]\n",
    },
    check: ({ skills = [] }) => skills.flatMap(({ meta }) => issuesOf(meta)),
  },
  {
    id: "schema/vocabulary",
    level: "error",
    title: "Every vocabulary file has the form of its schema.",
    reason: "An entry without guidance or fallback leaves each harness author to guess, and they guess differently.",
    remedy,
    bad: {
      "vocabulary/categories.yml":
        "categories:\n  - id: do\n    descripton: Carries out a task.\n    description: Carries out a task.\n",
    },
    good: { "vocabulary/categories.yml": "categories:\n  - id: do\n    description: Carries out a task.\n" },
    check: ({ vocabulary, responsibilities, neutralTermsFile }) =>
      [...vocabulary.values(), responsibilities, neutralTermsFile].flatMap(issuesOf),
  },
];

function agentMeta({ model_tier }: { readonly model_tier: string }): string {
  return `id: helper\nname: helper\ndescription: Helps with one task, when one is open.\ncategory: do\nresume_tier: bounded\nmodel_tier: ${model_tier}\ncapabilities: [no_file_edit]\n`;
}

function issuesOf(parsed: ParsedFile | undefined): readonly Breach[] {
  if (parsed === undefined) return [];
  const { document, issues } = parsed;
  return issues.map((issue) => breachAt(document, placeOf(issue), issue.message));
}
