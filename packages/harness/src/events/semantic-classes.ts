/** Classes of tools that change files of the workspace; those that no_file_edit blocks. */
const EDITS: readonly string[] = [
  "file_creation",
  "file_modification",
  "file_deletion",
  "partial_file_edit",
  "structured_document_edit",
];

/** The observation that the policy of memory counts. */
const READ = "file_read";

/** What the contract's own tools do, for a harness that does not say it. */
const OWN_TOOLS: Readonly<Record<string, readonly string[]>> = {
  task_add: ["nexus_task_creation"],
  task_update: ["nexus_task_state_transition"],
  task_close: ["nexus_task_metadata_modification"],
};

/** The classes of a tool: those that the event gives, or those of a tool of the contract. */
export function classesOf(tool: string, given: readonly string[] | undefined): readonly string[] {
  return given ?? (Object.hasOwn(OWN_TOOLS, tool) ? (OWN_TOOLS[tool] ?? []) : []);
}

export function isEdit(classes: readonly string[]): boolean {
  return classes.some((semanticClass) => EDITS.includes(semanticClass));
}

export function isRead(classes: readonly string[]): boolean {
  return classes.includes(READ);
}
