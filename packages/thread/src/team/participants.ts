import { type Caller, oversees } from "../base/caller.js";
import { isoTime } from "../base/clock.js";
import { ThreadError } from "../contract/thread-error.js";
import { accessThread } from "../methods/access.js";
import type { MethodContext } from "../methods/method.js";
import { recordAudit } from "../store/audit.js";
import { cursorOf } from "../store/cursors.js";
import type { Transaction } from "../store/store.js";
import {
  addParticipant,
  participantsOf,
  removeParticipant,
  type ThreadForAgent,
  touchThread,
} from "../store/threads.js";
import { countUnread, forgetUnread } from "../store/unread.js";
import { forgetWake } from "../store/wakes.js";
import { closedObject, type Extension } from "./extension.js";

interface Params {
  readonly thread_id: string;
  readonly participants: readonly string[];
}

/** As many as create_thread takes. */
const MOST = 256;

const input = closedObject(
  {
    thread_id: { $ref: "common.json#/$defs/reference" },
    participants: {
      type: "array",
      items: { $ref: "common.json#/$defs/id" },
      minItems: 1,
      maxItems: MOST,
      uniqueItems: true,
    },
  },
  ["thread_id", "participants"],
);

const output = closedObject(
  {
    thread_id: { $ref: "common.json#/$defs/reference" },
    participants: {
      description: "Who takes part now.",
      type: "array",
      items: { $ref: "common.json#/$defs/id" },
    },
    updated_at: { $ref: "common.json#/$defs/time" },
  },
  ["thread_id", "participants", "updated_at"],
);

/** Adds participants to a thread. They find all of its messages unread. */
export const addParticipants: Extension<Params> = {
  description:
    "Adds agents to the participants of a thread; they find all of its messages unread. For whoever has opened the thread, operators and orchestrators. An agent that takes part already stays as it is.",
  isIdempotent: true,
  input,
  output,
  run: (params, context) =>
    change(params, context, "add_participants", async (tx, thread, there) => {
      const added = params.participants.filter((agent) => !there.includes(agent));
      if (there.length + added.length > MOST) throw ThreadError.of("TOO_MANY_PARTICIPANTS", { most: MOST });
      for (const agent of added) {
        await addParticipant(tx, { thread: thread.thread_id, agent });
        const after = (await cursorOf(tx, { thread: thread.thread_id, agent }))?.last_read_seq ?? 0;
        const key = { workspace: thread.workspace_id, agent, thread: thread.thread_id };
        await countUnread(tx, key, { after, latest: thread.last_seq });
      }
      return added;
    }),
};

/** Removes participants from a thread. */
export const removeParticipants: Extension<Params> = {
  description:
    "Removes agents from the participants of a thread; they cannot use it any more, and are not woken in it. For whoever has opened the thread, operators and orchestrators; every agent may remove itself. One participant must stay.",
  isIdempotent: true,
  input,
  output,
  run: (params, context) =>
    change(params, context, "remove_participants", async (tx, thread, there) => {
      const removed = there.filter((agent) => params.participants.includes(agent));
      if (removed.length === there.length) throw ThreadError.of("NO_PARTICIPANT_LEFT", {});
      for (const agent of removed) {
        await removeParticipant(tx, { thread: thread.thread_id, agent });
        await forgetUnread(tx, { workspace: thread.workspace_id, agent, thread: thread.thread_id });
        await forgetWake(tx, { thread: thread.thread_id, target: agent });
      }
      return removed;
    }),
};

function change(
  { thread_id, participants: named }: Params,
  { store, caller, now }: MethodContext,
  action: string,
  work: (tx: Transaction, thread: ThreadForAgent, there: readonly string[]) => Promise<readonly string[]>,
): Promise<object> {
  return store.writeInTurn({ key: thread_id }, async (tx) => {
    const thread = await accessThread(tx, thread_id, caller, { lock: true });
    const leaves = action === "remove_participants" && named.every((agent) => agent === caller.agentId);
    if (!mayChange(caller, thread) && !leaves) throw ThreadError.of("PARTICIPANTS_FOR_OVERSEERS", {});
    const changed = await work(tx, thread, await participantsOf(tx, thread_id));
    const updated_at = changed.length > 0 ? Math.max(now, thread.updated_at) : thread.updated_at;
    if (changed.length > 0) {
      await touchThread(tx, { thread: thread_id, updatedAt: updated_at });
      await recordAudit(tx, caller, { at: now, thread: thread_id, action, reason: "", details: { changed } });
    }
    return { thread_id, participants: await participantsOf(tx, thread_id), updated_at: isoTime(updated_at) };
  });
}

function mayChange(caller: Caller, { created_by }: ThreadForAgent): boolean {
  return oversees(caller) || created_by === caller.agentId;
}
