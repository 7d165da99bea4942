import { type ContentFiles, contentFiles } from "../content/read/content-files.js";
import { agentBody, skillBody } from "../content/rules/example-bodies.js";
import type { Example } from "../content/rules/rule.js";

const GUIDANCE = "What a harness has to do about this entry, in more than forty characters.";

/** The smallest content that has every kind of file and no findings. */
const MINIMAL: Readonly<Record<string, string>> = {
  "agents/helper/meta.yml":
    "id: helper\nname: helper\ndescription: Helps with one task, when one is open.\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities:\n  - no_file_edit\n",
  "agents/helper/body.md": agentBody(),
  "skills/greet/meta.yml":
    "id: greet\nname: greet\ndescription: Greets the user, when asked to.\ntriggers:\n  - greet\nharness_docs_refs:\n  - instruction_file\n",
  "skills/greet/body.md": skillBody(),
  "vocabulary/capabilities.yml": `capabilities:\n  - id: no_file_edit\n    description: Changes no file.\n    intent: write_denial\n    blocks_semantic_classes: [file_creation]\n    prose_guidance: ${GUIDANCE}\n`,
  "vocabulary/categories.yml": "categories:\n  - id: do\n    description: Carries out a task.\n",
  "vocabulary/resume-tiers.yml": "resume_tiers:\n  - id: bounded\n    description: For one artifact.\n",
  "vocabulary/tags.yml":
    'tags:\n  - id: greet\n    trigger: "[greet]"\n    type: skill\n    skill: greet\n    description: Starts greeting.\n',
  "vocabulary/invocations.yml": `invocations:
${invocation("skill_activation", ["skill:skill_id", "mode?:string"])}${invocation("subagent_spawn", ["target_role:agent_id", "prompt:string", "name?:string", "resume_tier_hint?:resume_tier"])}${invocation("task_register", ["label:string", "state:task_state"])}${invocation("user_question", ["question:string", "options:option_list"])}${invocation("operation", ["name:operation"])}${invocation("ground_rules", [])}${invocation("report_form", [])}`,
  "vocabulary/ground-rules.yml":
    "ground_rules:\n  - id: nexus\n    description: For agents.\n    text: You answer to Lead.\n",
  "vocabulary/task-exceptions.yml": "task_exceptions: []\n",
  "vocabulary/memory_policy.yml": `categories:
  - id: empirical
    prefix: empirical-
    description: Measured here.
naming:
  pattern: ^[a-z-]+\\.md$
  description: Lower case.
access_tracking:
  observation_primitive: file_read
  scope: .nexus/memory/
  description: Reads count.
  information_accumulated:
    - name: access_count
      meaning: How often.
  storage_contract_reference: conformance/state-schemas/memory-access.schema.json
forgetting:
  manual_gate_default: true
  description: By hand.
  automatic_deletion_structure:
    principle: minimum_three_signal_intersection
    description: Three signals.
  recoverable_deletion_requirement: git_commit
  recoverable_deletion_description: By commit.
merge:
  principle: merge_before_create
  description: Extend first.
`,
  "docs/harness-topics.md": "---\ntopics:\n  - instruction_file\n---\n\n# Topics\n",
};

function invocation(id: string, params: readonly string[]): string {
  const lines = params.map((param) => {
    const [name = "", type = ""] = param.split(":");
    return `      - { name: ${name.replace("?", "")}, value_type: ${type}, required: ${!name.endsWith("?")}, description: A value. }\n`;
  });
  return `  - id: ${id}\n    description: An act.\n    intent: act\n    semantic_params:${lines.length === 0 ? " []" : ""}\n${lines.join("")}    prose_guidance: ${GUIDANCE}\n    fallback_behavior: Leave it out and say so.\n`;
}

/** The minimal content with the files of an example added or replaced. */
export function minimalContent(example: Example = {}): ContentFiles {
  const laid = new Map<string, Example[string]>([...Object.entries(MINIMAL), ...Object.entries(example)]);
  const texts: [string, string][] = [];
  const unreadable: [string, string][] = [];
  for (const [path, entry] of laid) {
    if (typeof entry === "string") texts.push([path, entry]);
    else if (entry !== null && entry !== undefined) unreadable.push([path, entry.unreadable]);
  }
  return contentFiles(texts, unreadable);
}
