import type { Extension } from "./extension.js";
import { listThreads } from "./list-threads.js";
import { addParticipants, removeParticipants } from "./participants.js";
import { waitForMessages } from "./wait-for-messages.js";

/** The tools beside the methods of the contract, by their names. */
export const EXTENSIONS = {
  list_threads: listThreads,
  wait_for_messages: waitForMessages,
  add_participants: addParticipants,
  remove_participants: removeParticipants,
} as const satisfies Readonly<Record<string, Extension>>;

export type ExtensionName = keyof typeof EXTENSIONS;

export const EXTENSION_NAMES = Object.keys(EXTENSIONS) as readonly ExtensionName[];

export function isExtensionName(name: string): name is ExtensionName {
  return Object.hasOwn(EXTENSIONS, name);
}
