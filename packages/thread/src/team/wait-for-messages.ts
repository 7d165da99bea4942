import { accessThread } from "../methods/access.js";
import type { MethodContext } from "../methods/method.js";
import { unreadThreads } from "../store/unread.js";
import { closedObject, type Extension } from "./extension.js";

interface Params {
  readonly thread_id?: string;
  readonly since_seq?: number;
  readonly timeout_ms?: number;
}

interface News {
  readonly thread_id: string;
  readonly messages: number;
}

const DEFAULT_TIMEOUT_MS = 25_000;
const MOST_THREADS = 20;

/** Waits until there is something to read. */
export const waitForMessages: Extension<Params> = {
  description:
    "Waits until there is a message that you have not acknowledged, in any of your threads, or until timeout_ms is over; answers at once if there is one already. With thread_id and since_seq it waits for a message after that seq in one thread. Use it instead of asking again and again.",
  isReadOnly: true,
  input: {
    ...closedObject({
      thread_id: { description: "Wait for this thread only; needs since_seq.", $ref: "common.json#/$defs/reference" },
      since_seq: { type: "integer", minimum: 0 },
      timeout_ms: { description: "25,000 where absent.", type: "integer", minimum: 0, maximum: 55_000 },
    }),
    dependentRequired: { thread_id: ["since_seq"], since_seq: ["thread_id"] },
  },
  output: closedObject(
    {
      threads: {
        description: "Threads with something to read; empty if the time is over.",
        type: "array",
        items: closedObject(
          { thread_id: { $ref: "common.json#/$defs/reference" }, messages: { type: "integer", minimum: 1 } },
          ["thread_id", "messages"],
        ),
      },
    },
    ["threads"],
  ),
  async run({ timeout_ms = DEFAULT_TIMEOUT_MS, ...params }, context) {
    const { news, caller } = context;
    const end = performance.now() + timeout_ms;
    const { workspaceId: workspace, agentId: agent } = caller;
    const what = params.thread_id === undefined ? { workspace, agent } : { thread: params.thread_id };
    for (;;) {
      const threads = await newsFor(params, context);
      const left = end - performance.now();
      if (threads.length > 0 || left <= 0 || news.isClosed) return { threads };
      await news.wait(what, left);
    }
  },
};

function newsFor({ thread_id, since_seq = 0 }: Params, { store, caller }: MethodContext): Promise<readonly News[]> {
  const { workspaceId: workspace, agentId: agent } = caller;
  return store.read(async (tx) => {
    if (thread_id === undefined) return unreadThreads(tx, { workspace, agent, most: MOST_THREADS });
    const { last_seq } = await accessThread(tx, thread_id, caller);
    return last_seq > since_seq ? [{ thread_id, messages: last_seq - since_seq }] : [];
  });
}
