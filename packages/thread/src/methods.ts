import type { Method, MethodName } from "./method.js";
import { ackRead } from "./methods/ack-read.js";
import { createThread } from "./methods/create-thread.js";
import { getThread } from "./methods/get-thread.js";
import { heartbeatSession } from "./methods/heartbeat-session.js";
import { postMessage } from "./methods/post-message.js";
import { readMessages } from "./methods/read-messages.js";
import { summarizeThread } from "./methods/summarize-thread.js";
import { triggerParticipant } from "./methods/trigger-participant.js";
import { updateThreadStatus } from "./methods/update-thread-status.js";

/** The methods by the names of the contract. */
export const METHODS: { readonly [Name in MethodName]: Method<Name> } = {
  create_thread: createThread,
  get_thread: getThread,
  post_message: postMessage,
  read_messages: readMessages,
  ack_read: ackRead,
  update_thread_status: updateThreadStatus,
  summarize_thread: summarizeThread,
  heartbeat_session: heartbeatSession,
  trigger_participant: triggerParticipant,
};

export const METHOD_NAMES = Object.keys(METHODS) as readonly MethodName[];

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}
