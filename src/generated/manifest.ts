/* Generated from schema/manifest.schema.json by `npm run generate`. */

/**
 * What the agent is denied; vocabulary/capabilities.yml.
 *
 * Items: Name by which other files refer to this entry. It never changes once published.
 */
export type Capabilities = string[];
/**
 * Ids of the tags that start the skill; vocabulary/tags.yml.
 *
 * @minItems 1
 *
 * Items: Name by which other files refer to this entry. It never changes once published.
 */
export type Triggers = string[];
/**
 * Topics on which the harness supplies a text of its own; docs/harness-topics.md.
 */
export type HarnessDocsRefs = string[];
/**
 * A bracket tag of the user, and the skill or the operation that it starts.
 */
export type Tag = {
  /**
   * Name by which other files refer to this entry. It never changes once published.
   */
  id: string;
  /**
   * What the user types: the id in brackets, - as :.
   */
  trigger: string;
  type: "skill" | "inline_action";
  /**
   * Id of the skill, for type skill.
   */
  skill?: string;
  /**
   * Abstract name of the operation, for type inline_action.
   */
  handler?: string;
  /**
   * What this is, for a reader who meets it first.
   */
  description: string;
  /**
   * Suffixes after a colon, as in [plan:auto]; * stands for any.
   */
  variants?: string[];
  /**
   * What a harness has to do, in words; long enough to be more than a repetition of the id.
   */
  prose_guidance?: string;
};

/**
 * manifest.json: all authored content in one file, with a hash of every file that ships.
 */
export interface Manifest {
  /**
   * Version of the package that the content belongs to.
   */
  nexus_core_version: string;
  /**
   * Version of the form of this file.
   */
  schema_contract_version: string;
  /**
   * SHA-256 over the lines `path<TAB>hash` of `files`, in their order: one value that changes with any file.
   */
  content_hash: string;
  /**
   * By id.
   */
  agents: Agent[];
  /**
   * By id.
   */
  skills: Skill[];
  vocabulary: ManifestVocabulary;
  /**
   * Hash of every file that ships beside this one, by path from the package root.
   */
  files: {
    /**
     * SHA-256 of a text with LF line ends.
     */
    [k: string]: string;
  };
}
/**
 * A role: its meta.yml and the hash of its body.
 */
export interface Agent {
  /**
   * Name by which other files refer to this entry. It never changes once published.
   */
  id: string;
  /**
   * Name that is shown.
   */
  name: string;
  /**
   * What the role does and when to use it, in one or two sentences.
   */
  description: string;
  /**
   * Group of roles; vocabulary/categories.yml.
   */
  category: "how" | "do" | "check";
  /**
   * How long a session may live on; vocabulary/resume-tiers.yml.
   */
  resume_tier: "persistent" | "bounded" | "ephemeral";
  /**
   * How much model the role asks for; the harness chooses the model.
   */
  model_tier: "high" | "standard";
  capabilities: Capabilities;
  /**
   * Korean name.
   */
  alias_ko?: string;
  /**
   * Fields of work, as a short list in prose.
   */
  task?: string;
  /**
   * Hash of body.md with LF line ends and one line end at its end.
   */
  body_hash: string;
}
/**
 * A procedure of Lead: its meta.yml and the hash of its body.
 */
export interface Skill {
  /**
   * Name by which other files refer to this entry. It never changes once published.
   */
  id: string;
  /**
   * Name that is shown.
   */
  name: string;
  /**
   * What the skill does and when to use it.
   */
  description: string;
  triggers?: Triggers;
  /**
   * True: only the user starts it, never a tag or another skill.
   */
  manual_only?: boolean;
  /**
   * Korean name.
   */
  alias_ko?: string;
  /**
   * One line for lists and menus.
   */
  summary?: string;
  harness_docs_refs?: HarnessDocsRefs;
  /**
   * Hash of body.md with LF line ends and one line end at its end.
   */
  body_hash: string;
}
/**
 * The seven vocabulary files with all their fields, each in the order of its file.
 */
export interface ManifestVocabulary {
  capabilities: Capability[];
  categories: VocabularyEntry[];
  resume_tiers: VocabularyEntry[];
  tags: Tag[];
  invocations: Invocation[];
  task_exceptions: TaskException[];
  /**
   * Null where a content folder brings none.
   */
  memory_policy: MemoryPolicy | null;
}
/**
 * Something that an agent may be denied.
 */
export interface Capability {
  /**
   * Name by which other files refer to this entry. It never changes once published.
   */
  id: string;
  /**
   * What this is, for a reader who meets it first.
   */
  description: string;
  /**
   * Stable name of what the denial is for.
   */
  intent: string;
  /**
   * Classes of action that the harness blocks; it maps its own tools to them.
   *
   * @minItems 1
   */
  blocks_semantic_classes: string[];
  /**
   * What a harness has to do, in words; long enough to be more than a repetition of the id.
   */
  prose_guidance: string;
}
/**
 * A category or a resume tier.
 */
export interface VocabularyEntry {
  /**
   * Name by which other files refer to this entry. It never changes once published.
   */
  id: string;
  /**
   * What this is, for a reader who meets it first.
   */
  description: string;
}
/**
 * An act that only a harness can perform; bodies ask for it by macro.
 */
export interface Invocation {
  /**
   * Name by which other files refer to this entry. It never changes once published.
   */
  id: string;
  /**
   * What this is, for a reader who meets it first.
   */
  description: string;
  /**
   * Stable name of what the act is for.
   */
  intent: string;
  semantic_params: InvocationParam[];
  /**
   * What a harness has to do, in words; long enough to be more than a repetition of the id.
   */
  prose_guidance: string;
  /**
   * What to do in a harness without such a means.
   */
  fallback_behavior: string;
}
/**
 * A parameter of a primitive.
 */
export interface InvocationParam {
  name: string;
  /**
   * What the value is; agent_id, skill_id, task_state, resume_tier and option_list are checked.
   */
  value_type?: string;
  required: boolean;
  /**
   * What this is, for a reader who meets it first.
   */
  description: string;
}
/**
 * A case in which the usual cut of tasks changes.
 */
export interface TaskException {
  /**
   * Name, with a case after a dot where there are several.
   */
  id: string;
  /**
   * What this is, for a reader who meets it first.
   */
  description: string;
  /**
   * How to tell that this case is met.
   */
  applies_when: string;
  /**
   * What is done instead.
   */
  treatment: string;
  /**
   * Why.
   */
  rationale: string;
}
/**
 * vocabulary/memory_policy.yml: how project memory is named, observed, merged and forgotten.
 */
export interface MemoryPolicy {
  /**
   * @minItems 1
   */
  categories: MemoryCategory[];
  naming: {
    /**
     * Regular expression over the file name.
     */
    pattern: string;
    /**
     * What this is, for a reader who meets it first.
     */
    description: string;
    /**
     * True: a name may leave the prefix of its category out.
     */
    optional_prefix?: boolean;
  };
  access_tracking: {
    /**
     * The act that counts as an access.
     */
    observation_primitive: string;
    /**
     * Folder that is watched, from the project root.
     */
    scope: string;
    /**
     * What this is, for a reader who meets it first.
     */
    description: string;
    /**
     * @minItems 1
     */
    information_accumulated: AccumulatedInformation[];
    /**
     * Schema of the file in which a harness keeps the record.
     */
    storage_contract_reference: string;
  };
  forgetting: {
    /**
     * True: nothing goes unless the user asks.
     */
    manual_gate_default: boolean;
    /**
     * What this is, for a reader who meets it first.
     */
    description: string;
    automatic_deletion_structure: MemoryPrinciple;
    /**
     * The means by which a deletion can be undone.
     */
    recoverable_deletion_requirement: string;
    recoverable_deletion_description: string;
  };
  merge: MemoryPrinciple;
}
export interface MemoryCategory {
  /**
   * Name by which other files refer to this entry. It never changes once published.
   */
  id: string;
  /**
   * Start of the names of its files.
   */
  prefix: string;
  /**
   * What this is, for a reader who meets it first.
   */
  description: string;
}
export interface AccumulatedInformation {
  name: string;
  meaning: string;
}
export interface MemoryPrinciple {
  /**
   * Stable name of the principle.
   */
  principle: string;
  /**
   * What this is, for a reader who meets it first.
   */
  description: string;
}
