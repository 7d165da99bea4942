/** Classes of tools that change workspace files. The capability no_file_edit blocks the same classes. */
const EDITS: readonly string[] = [
  "file_creation",
  "file_modification",
  "file_deletion",
  "partial_file_edit",
  "structured_document_edit",
];

/** The class of tools whose use counts as a read of memory. */
const READ = "file_read";

/** Classes of the contract's own tools, for harnesses that report none. */
const OWN_TOOLS: Readonly<Record<string, readonly string[]>> = {
  task_add: ["nexus_task_creation"],
  task_update: ["nexus_task_state_transition"],
  task_close: ["nexus_task_metadata_modification"],
};

/** The classes of a tool: those given in the event, or else the defaults for the contract's own tools. */
export function classesOf(tool: string, given: readonly string[] | undefined): readonly string[] {
  return given ?? (Object.hasOwn(OWN_TOOLS, tool) ? (OWN_TOOLS[tool] ?? []) : []);
}

export function isEdit(classes: readonly string[]): boolean {
  return classes.some((semanticClass) => EDITS.includes(semanticClass));
}

export function isRead(classes: readonly string[]): boolean {
  return classes.includes(READ);
}
