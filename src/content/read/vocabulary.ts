/** The files of the vocabulary: eight that harnesses read, and two for authors. */

export type VocabularyKey =
  | "capabilities"
  | "categories"
  | "resume_tiers"
  | "tags"
  | "invocations"
  | "ground_rules"
  | "task_exceptions"
  | "memory_policy";

export interface VocabularyFile {
  /** Key in the manifest; for the lists also the only member of the file. */
  readonly key: VocabularyKey;
  readonly file: string;
  /** The schema of the whole file. */
  readonly schema: string;
}

export const VOCABULARY: readonly VocabularyFile[] = [
  {
    key: "capabilities",
    file: "vocabulary/capabilities.yml",
    schema: "vocabulary.schema.json#/$defs/capabilitiesFile",
  },
  { key: "categories", file: "vocabulary/categories.yml", schema: "vocabulary.schema.json#/$defs/categoriesFile" },
  { key: "resume_tiers", file: "vocabulary/resume-tiers.yml", schema: "vocabulary.schema.json#/$defs/resumeTiersFile" },
  { key: "tags", file: "vocabulary/tags.yml", schema: "vocabulary.schema.json#/$defs/tagsFile" },
  { key: "invocations", file: "vocabulary/invocations.yml", schema: "vocabulary.schema.json#/$defs/invocationsFile" },
  { key: "ground_rules", file: "vocabulary/ground-rules.yml", schema: "vocabulary.schema.json#/$defs/groundRulesFile" },
  { key: "task_exceptions", file: "vocabulary/task-exceptions.yml", schema: "task-exceptions.schema.json" },
  { key: "memory_policy", file: "vocabulary/memory_policy.yml", schema: "memory-policy.schema.json" },
];

/** Responsibilities and hand-offs of roles. No harness needs them to run, so the manifest leaves them out. */
export const RESPONSIBILITIES_FILE = "vocabulary/responsibilities.yml";

/** Names of products that content does not hold. It serves authors, so it is not in the manifest either. */
export const NEUTRAL_TERMS_FILE = "vocabulary/neutral-terms.yml";
