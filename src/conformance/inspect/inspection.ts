/** What the model of a contract knows of the files that its implementations leave in a project. */

/** How much a finding weighs: an `error` breaks a tool or loses something, a `note` asks for nothing. */
export type InspectionLevel = "error" | "warning" | "note";

export interface InspectionRule {
  readonly id: string;
  readonly level: InspectionLevel;
  /** The rule as a sentence. */
  readonly title: string;
  /** What happens otherwise. */
  readonly reason: string;
  readonly remedy: string;
}

/** One thing that was noticed, in the words of a rule. */
export interface Noticed {
  /** Id of the rule. */
  readonly rule: string;
  /** Path from the project, with forward slashes. */
  readonly file: string;
  /** JSON pointer to the value. */
  readonly pointer?: string;
  /** What is so, without a full stop. */
  readonly message: string;
  /** What makes it the same thing as another at a different place; the message where absent. */
  readonly kind?: string;
}

/** Something below the folder of a project. */
export interface Entry {
  /** Path from the project, with forward slashes. */
  readonly path: string;
  /** A `closed` folder cannot be listed. */
  readonly kind: "file" | "folder" | "link" | "special" | "closed";
  /** Of a file; undefined where it has gone, or has a name that is not UTF-8. */
  readonly bytes?: number | undefined;
}

/** What git says of the files; undefined outside a repository. */
export interface GitView {
  readonly tracked: ReadonlySet<string>;
  /** Ignored paths, among the files that are there and those that the inspection asked about. */
  readonly ignored: ReadonlySet<string>;
}

export interface Project {
  readonly entries: readonly Entry[];
  readonly git: GitView | undefined;
  readonly now: Date;
}

/** Sees one project. */
export interface Inspector {
  /** Whether another version of the contract has written a document or an item, whose form then is no fault. */
  readonly isOfAnotherVersion: (file: string, value: unknown) => boolean;
  /** A state file of the contract that could be read. Of a list that only grows it has no items. */
  readonly document: (file: string, value: unknown) => Iterable<Noticed>;
  /** One item of a list that only grows; all of them come before their document where the file is long. */
  readonly item: (file: string, index: number, value: unknown) => Iterable<Noticed>;
  readonly end: (project: Project) => Iterable<Noticed>;
  /** What was seen, for the last line of a report: `1 plan, 4 tasks, 40 cycles`. */
  readonly summary: () => string;
}

export interface Inspection {
  /** The folder that makes a folder a project, such as `.nexus`. */
  readonly folder: string;
  readonly rules: readonly InspectionRule[];
  /** The most bytes of a file, by a glob of its path; 16 MiB where none matches. A list that only grows has no limit. */
  readonly limits: Readonly<Record<string, number>>;
  /** By the path of a file the list in it: no tool can use the file where that is something else. */
  readonly needs: Readonly<Record<string, string>>;
  /** Paths, present or not. Git is asked whether it ignores them. */
  readonly asked: readonly string[];
  /** @param version of the contract */
  readonly start: (version: string) => Inspector;
}
