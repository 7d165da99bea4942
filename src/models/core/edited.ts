/** How a state changes when someone else writes or deletes its files. */

import type { FileEdit } from "../../conformance/fuzz/model.js";
import { type CoreState, FILES, type Slot, STATE_NAMES, type StateName } from "./state.js";

/** The state after an edit. */
export function edited(state: CoreState, edit: FileEdit): CoreState {
  const written = "write_files" in edit ? edit.write_files : {};
  const deleted = "delete_files" in edit ? edit.delete_files : [];
  const slots = STATE_NAMES.flatMap((name): readonly (readonly [StateName, Slot<unknown>])[] => {
    const file = FILES[name];
    if (deleted.includes(file)) return [[name, null]];
    return Object.hasOwn(written, file) ? [[name, slotOf(written[file])]] : [];
  });
  return { ...state, ...Object.fromEntries(slots) };
}

/** Only texts that are broken are written as texts here. */
function slotOf(content: unknown): Slot<unknown> {
  const { text } = content as { readonly text?: unknown };
  return typeof text === "string" ? { broken: text } : { value: content };
}
