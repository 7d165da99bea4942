import { resolve } from "node:path";
import { currentBranch, NO_BRANCH } from "./branch.js";
import { checkParams } from "./check-params.js";
import type { DecisionName, DecisionTypes } from "./decisions/decision.js";
import type { EventName, EventTypes } from "./events/event.js";
import { EVENT_NAMES, isEventName } from "./events/events.js";
import { isMemoryName, MEMORY_NAMES, type MemoryToolName, type MemoryToolTypes } from "./memory/memory-tool.js";
import { StateStore } from "./state-store.js";
import type { ToolName, ToolTypes } from "./tool.js";
import { ToolError } from "./tool-error.js";
import { isToolName, TOOL_NAMES, TOOLS } from "./tools.js";

export interface HarnessOptions {
  /** Folder of the project; `.nexus/` is created in it when a tool first writes. */
  readonly root: string;
  /** Names the folder below `.nexus/state/` for what belongs to this harness alone; `nexus-harness` where absent. */
  readonly harnessId?: string;
  /** The time of a call; the system's clock where absent. */
  readonly clock?: () => Date;
  /** The branch that goes into history; the one that is checked out around `root` where absent. */
  readonly branch?: () => string;
}

/** What is taken and given. */
interface Form {
  readonly params: unknown;
  readonly answer: unknown;
}

type Call<Of extends Form> = (params: Of["params"]) => Promise<Of["answer"]>;
/** What can be called without a word, since all its parameters are optional. */
type CallWithout<Of extends Form> = (params?: Of["params"]) => Promise<Of["answer"]>;

/** The tools and lifecycle events of the contract over the files of one project. Every refusal is a rejected promise with a `ToolError`. */
export interface Harness {
  readonly planStart: Call<ToolTypes["plan_start"]>;
  readonly planStatus: CallWithout<ToolTypes["plan_status"]>;
  readonly planUpdate: Call<ToolTypes["plan_update"]>;
  readonly planDecide: Call<ToolTypes["plan_decide"]>;
  readonly taskAdd: Call<ToolTypes["task_add"]>;
  readonly taskList: CallWithout<ToolTypes["task_list"]>;
  readonly taskUpdate: Call<ToolTypes["task_update"]>;
  readonly taskClose: CallWithout<ToolTypes["task_close"]>;
  readonly historySearch: CallWithout<ToolTypes["history_search"]>;
  readonly context: CallWithout<ToolTypes["context"]>;
  readonly artifactWrite: Call<ToolTypes["artifact_write"]>;
  /** What the tag `[m]` starts: keeps a text in a file of memory. */
  readonly memoryStore: Call<MemoryToolTypes["memory_store"]>;
  /** What the tag `[m:gc]` starts: shows what could be forgotten, or deletes what was chosen in a commit. */
  readonly memoryGc: CallWithout<MemoryToolTypes["memory_gc"]>;
  /** Calls a tool by the name that the contract gives it, with parameters that nobody has checked yet. */
  call(
    tool: string,
    params?: unknown,
  ): Promise<ToolTypes[ToolName]["answer"] | MemoryToolTypes[MemoryToolName]["answer"]>;

  readonly sessionStart: CallWithout<EventTypes["session_start"]>;
  readonly userMessage: Call<EventTypes["user_message"]>;
  readonly agentSpawn: Call<EventTypes["agent_spawn"]>;
  readonly agentResume: Call<EventTypes["agent_resume"]>;
  readonly agentComplete: Call<EventTypes["agent_complete"]>;
  readonly preToolUse: Call<EventTypes["pre_tool_use"]>;
  readonly postToolUse: Call<EventTypes["post_tool_use"]>;
  readonly contextCompact: CallWithout<EventTypes["context_compact"]>;
  readonly sessionEnd: CallWithout<EventTypes["session_end"]>;
  /** Sends an event by the name that the contract gives it, with parameters that nobody has checked yet. */
  emit(event: string, params?: unknown): Promise<EventTypes[EventName]["answer"]>;

  /** Takes one of the contract's pure decisions; the toolkit of nexus-core has them as functions. */
  decide<Name extends DecisionName>(decision: Name, params: unknown): Promise<DecisionTypes[Name]["answer"]>;
}

/** Opens a harness on a folder. Nothing is read or written before the first call. */
export function createHarness(options: HarnessOptions): Harness {
  const { root, harnessId = "nexus-harness", clock = () => new Date() } = options;
  const branch = options.branch ?? (() => currentBranch(root));
  const store = new StateStore(root, harnessId);

  async function run<Name extends ToolName>(name: Name, given: unknown): Promise<ToolTypes[Name]["answer"]> {
    const tool = TOOLS[name];
    const params = checkParams(name, given);
    const moment = () => ({ now: clock().toISOString(), branch: branch() || NO_BRANCH, root: resolve(root) });
    // A call that is refused creates nothing, not even the folder of the lock.
    if (!tool.writes || !store.exists) {
      const { answer } = tool.run(store.load({ ...tool, writes: false }), params, moment());
      if (!tool.writes) return answer;
    }
    const release = await store.lock();
    try {
      const state = store.load(tool);
      const { changes, answer } = tool.run(state, params, moment());
      store.commit(changes, state.leftovers);
      return answer;
    } finally {
      release();
    }
  }

  async function remember<Name extends MemoryToolName>(
    name: Name,
    params: unknown,
  ): Promise<MemoryToolTypes[Name]["answer"]> {
    // Memory needs the toolkit as well.
    const { runMemory } = await import("./memory/run-memory.js");
    return runMemory(name, { store, root: resolve(root), harnessId, now: clock }, params);
  }

  async function send<Name extends EventName>(name: Name, params: unknown): Promise<EventTypes[Name]["answer"]> {
    // Events need the toolkit, which takes longer to load than a call of a tool takes.
    const { runEvent } = await import("./events/run-event.js");
    const place = { store, root: resolve(root), harnessId };
    return runEvent(place, name, params, () => clock().toISOString());
  }

  return {
    planStart: (params) => run("plan_start", params),
    planStatus: (params = {}) => run("plan_status", params),
    planUpdate: (params) => run("plan_update", params),
    planDecide: (params) => run("plan_decide", params),
    taskAdd: (params) => run("task_add", params),
    taskList: (params = {}) => run("task_list", params),
    taskUpdate: (params) => run("task_update", params),
    taskClose: (params = {}) => run("task_close", params),
    historySearch: (params = {}) => run("history_search", params),
    context: (params = {}) => run("context", params),
    artifactWrite: (params) => run("artifact_write", params),
    memoryStore: (params) => remember("memory_store", params),
    memoryGc: (params = {}) => remember("memory_gc", params),
    call: async (tool, params = {}) => {
      if (isMemoryName(tool)) return remember(tool, params);
      if (isToolName(tool)) return run(tool, params);
      throw ToolError.of("UNKNOWN_TOOL", { tool, known: [...TOOL_NAMES, ...MEMORY_NAMES].join(", ") });
    },

    sessionStart: (params = {}) => send("session_start", params),
    userMessage: (params) => send("user_message", params),
    agentSpawn: (params) => send("agent_spawn", params),
    agentResume: (params) => send("agent_resume", params),
    agentComplete: (params) => send("agent_complete", params),
    preToolUse: (params) => send("pre_tool_use", params),
    postToolUse: (params) => send("post_tool_use", params),
    contextCompact: (params = {}) => send("context_compact", params),
    sessionEnd: (params = {}) => send("session_end", params),
    emit: async (event, params = {}) => {
      if (!isEventName(event)) throw ToolError.of("UNKNOWN_EVENT", { event, known: EVENT_NAMES.join(", ") });
      return send(event, params);
    },

    decide: async (decision, params) => (await import("./decisions/decide.js")).decide(decision, params),
  };
}
