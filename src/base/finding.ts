/** One thing that an authoring check found, with the place and the way out. */
export interface Finding {
  /** Path from the checked folder, with forward slashes. */
  readonly file: string;
  /** Line from 1, where the finding has one. */
  readonly line?: number;
  /** JSON pointer into the document, where the finding is about a value. */
  readonly pointer?: string;
  /** Id of the rule that was broken. */
  readonly rule: string;
  readonly level: "error" | "warning";
  readonly message: string;
  readonly remedy: string;
}

/** Whether a finding fails the command that made it. */
export function isFailure({ level }: Finding): boolean {
  return level === "error";
}

/** By file, then line, then rule: the order in which a person corrects them. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  );
}

/** By code unit, so that the order is the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
