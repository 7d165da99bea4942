/** The requirement behind each difference. Undefined if it may be one of several. */

import { isDamaged } from "../../conformance/fuzz/damaged-text.js";
import type { FileEdit } from "../../conformance/fuzz/model.js";
import { onlyOne } from "../../conformance/fuzz/only-one.js";
import type { Asked } from "./asked.js";
import { behindAnswer } from "./behind-answer.js";
import { behindFile } from "./behind-file.js";
import { behindRefusal } from "./behind-refusal.js";
import { FILES, isCurrent, openState } from "./state.js";

export function requirementBehind(asked: Asked): string | undefined {
  const id = idOf(asked);
  return id === undefined ? undefined : `core.${id}`;
}

function idOf(asked: Asked): string | undefined {
  const { kind, tool, reasons, edits, place, expected, actual, state } = asked;
  const { isPlanClosed, areTasksClosed } = openState(state);
  // What an interrupted archive has left may count as open: that it is closed is only a SHOULD, which has its own cases.
  if (isPlanClosed || areTasksClosed) return undefined;
  switch (kind) {
    case "at-once":
      return "state.concurrent-calls";
    case "interrupted":
      return tool === "task_close" ? "task_close.atomic" : "state.atomic-writes";
    case "accepted":
      return onlyOne(reasons.map(({ by }) => by));
    case "wording":
      // A refusal in other words may have another reason, unless the words are fixed.
      if (edits.length > 0) return undefined;
      return onlyOne(reasons.map(({ by, error }) => (Object(error).message === undefined ? undefined : by)));
    case "refused":
      return edits.length > 0 ? undefined : onlyOne(behindRefusal(asked));
    default:
      if (isForeign(asked)) return isArchived(asked) ? "state.newer-fields-archived" : "state.newer-fields-kept";
      if (edits.some(hasOlderForm)) return undefined;
      // A file as a whole is an artifact, for which its tool has a requirement of its own.
      if (isDamaged(expected, actual) && (kind === "answer" || place.length > 0)) return "params.text-kept";
      if (isTime(expected) && isText(actual) && !/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/u.test(actual))
        return "state.timestamps";
      return kind === "file" ? behindFile(asked) : behindAnswer(asked);
  }
}

/** Fields that only other versions write: those of `contentsFrom`. */
const FOREIGN: ReadonlySet<unknown> = new Set(["labels", "priority", "team", "estimate", "outcome", "board", "keeper"]);

function isForeign({ kind, place }: Asked): boolean {
  return kind === "file" && place.some((name) => FOREIGN.has(name));
}

/** Whether it is within the cycle that the call has archived. */
function isArchived({ file, place }: Asked): boolean {
  return file === FILES.history && place[0] === "cycles";
}

function hasOlderForm(edit: FileEdit): boolean {
  return "write_files" in edit && Object.values(edit.write_files).some((content) => !isCurrent(content));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether it is the matcher of a time. */
function isTime(expected: unknown): boolean {
  return Object(expected).type === "iso8601";
}
