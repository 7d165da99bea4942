/** The closed values of the report form and of the delegation, as far as bodies name them. */

/** Values of a field of the report block. */
export const REPORT_VALUES: Readonly<Record<string, readonly string[]>> = {
  status: ["complete", "partial", "needs_input", "blocked"],
  verdict: [
    "PASS",
    "FAIL",
    "APPROVED",
    "REVISION_REQUIRED",
    "BLOCKED",
    "approved",
    "approved_with_conditions",
    "revision_required",
    "null",
  ],
  severity: ["critical", "warning", "info"],
  outcome: ["passed", "failed", "not_run"],
  result: ["pass", "fail", "unverified", "claimed"],
};

/** Values of `status` in the state of a project, which bodies speak of as well: those of tasks and of issues. */
export const STATE_VALUES: readonly string[] = ["pending", "in_progress", "completed", "decided"];

/** Words in capitals that a body may use, by what they are. */
export const CAPITAL_WORDS: Readonly<Record<string, readonly string[]>> = {
  verdicts: ["PASS", "FAIL", "APPROVED", "REVISION_REQUIRED", "BLOCKED"],
  "severities in prose": ["CRITICAL", "WARNING", "INFO"],
  "blocks of a delegation": ["TASK", "CONTEXT", "CONSTRAINTS", "ACCEPTANCE"],
  "words that shout": ["MUST", "NEVER", "ALWAYS"],
  "groups of roles": ["HOW", "DO", "CHECK"],
  // Everyday abbreviations: nobody takes them for a value.
  abbreviations: [
    "API",
    "ASCII",
    "BOM",
    "CLI",
    "CPU",
    "CRLF",
    "CSS",
    "CSV",
    "DNS",
    "DOM",
    "EOF",
    "FAQ",
    "GUI",
    "HTML",
    "HTTP",
    "ID",
    "IP",
    "ISO",
    "JSON",
    "NULL",
    "OS",
    "PDF",
    "PII",
    "RAM",
    "README",
    "RTL",
    "SQL",
    "SSH",
    "TCP",
    "TLS",
    "UI",
    "URL",
    "USB",
    "UTC",
    "UTF",
    "UUID",
    "UX",
    "WCAG",
    "XML",
    "YAML",
  ],
};

/** Members of the report block that every role has, and those of a harness's answer that bodies point to. */
export const REPORT_FIELDS: readonly string[] = [
  "report",
  "role",
  "task_id",
  "status",
  "verdict",
  "summary",
  "criteria",
  "findings",
  "checks",
  "files",
  "files.changed",
  "files.artifacts",
  "assumptions",
  "questions",
  "not_done",
  "attempts",
  "suspect_content",
  "next",
];
