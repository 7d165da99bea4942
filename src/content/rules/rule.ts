import type { Finding } from "../../base/finding.js";
import type { LocatedDocument } from "../../base/located-document.js";
import type { Content } from "../read/content.js";

/** A place that breaks a rule. */
export interface Breach {
  readonly file: string;
  readonly line?: number;
  readonly pointer?: string;
  /** What is wrong, as a sentence without its full stop. */
  readonly message: string;
  /** What to do in this place. Shown before the remedy of the rule. */
  readonly hint?: string;
}

/**
 * Files laid over a minimal valid content: a text, null for a file that is taken away, or the reason why a file has no
 * text.
 */
export type Example = Readonly<Record<string, string | null | { readonly unreadable: string }>>;

/** One authoring rule: what must hold, why, an example of each kind, and the check. */
export interface Rule {
  readonly id: string;
  readonly level: Finding["level"];
  /** Only this repository is held to it, or who asks for `--style house`. */
  readonly isHouseStyle?: true;
  /** What holds, in one sentence. */
  readonly title: string;
  readonly reason: string;
  readonly remedy: string;
  /** Breaks this rule, and no other. */
  readonly bad: Example;
  /** Close to the bad example, but correct. */
  readonly good: Example;
  readonly check: (content: Content) => Iterable<Breach>;
}

/** A breach at a value of a document. */
export function breachAt(document: LocatedDocument, pointer: string, message: string, hint = ""): Breach {
  return { file: document.file, line: document.at(pointer).line, pointer, message, hint };
}
