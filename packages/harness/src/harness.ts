import { resolve } from "node:path";
import { checkParams } from "./contract/check-params.js";
import { ToolError } from "./contract/tool-error.js";
import type { SkillText } from "./events/event.js";
import {
  type DecisionName,
  type DecisionTypes,
  EVENT_NAMES,
  type EventName,
  type EventTypes,
  isEventName,
  isMemoryToolName,
  isToolName,
  MEMORY_TOOL_NAMES,
  type MemoryToolName,
  type MemoryToolTypes,
  TOOL_NAMES,
  type ToolName,
  type ToolTypes,
} from "./generated/register.js";
import { currentBranch, NO_BRANCH } from "./git/branch.js";
import { StateStore } from "./store/state-store.js";
import { TOOLS } from "./tools/tools.js";

export interface HarnessOptions {
  /** The project folder. The first write creates `.nexus/` in it. */
  readonly root: string;
  /** Name of this harness's own folder below `.nexus/state/`; `nexus-harness` by default. */
  readonly harnessId?: string;
  /** The clock for calls; the system's by default. */
  readonly clock?: () => Date;
  /** The branch to record in history; by default the branch checked out at `root`. */
  readonly branch?: () => string;
  /**
   * What is put before the agent when the user starts a skill; by default the compiled body of this package in plain
   * English. `activateSkill` of nexus-core makes one with your own names of tools.
   */
  readonly skillText?: SkillText;
}

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The method for a contract name. Its argument is optional if every parameter is. */
type Call<Of extends { readonly params: unknown; readonly answer: unknown }> =
  Readonly<Record<never, never>> extends Of["params"]
    ? (params?: Of["params"]) => Promise<Of["answer"]>
    : (params: Of["params"]) => Promise<Of["answer"]>;

/** One camel-case method for each name of a register, such as `planStart` for `plan_start`. */
type MethodsOf<
  Types extends { readonly [Name in keyof Types]: { readonly params: unknown; readonly answer: unknown } },
> = {
  readonly [Name in keyof Types & string as CamelCase<Name>]: Call<Types[Name]>;
};

/**
 * The contract's tools and lifecycle events for one project. Every refusal is a promise rejected with a `ToolError`.
 */
export interface Harness extends MethodsOf<ToolTypes>, MethodsOf<MemoryToolTypes>, MethodsOf<EventTypes> {
  /** Calls a tool by its contract name with unchecked parameters. */
  call(
    tool: string,
    params?: unknown,
  ): Promise<ToolTypes[ToolName]["answer"] | MemoryToolTypes[MemoryToolName]["answer"]>;

  /** Sends an event by its contract name with unchecked parameters. */
  emit(event: string, params?: unknown): Promise<EventTypes[EventName]["answer"]>;

  /** Makes one of the contract's pure decisions. The toolkit of nexus-core offers them as functions. */
  decide<Name extends DecisionName>(decision: Name, params: unknown): Promise<DecisionTypes[Name]["answer"]>;
}

/** Opens a harness on a folder. Nothing is read or written before the first call. */
export function createHarness(options: HarnessOptions): Harness {
  const { root, harnessId = "nexus-harness", clock = () => new Date(), skillText } = options;
  const branch = options.branch ?? (() => currentBranch(root));
  const store = new StateStore(root, harnessId);

  async function run<Name extends ToolName>(name: Name, given: unknown): Promise<ToolTypes[Name]["answer"]> {
    const tool = TOOLS[name];
    const params = checkParams(name, given);
    const moment = () => ({
      now: clock().toISOString(),
      // Most tools do not need the branch, and reading it looks into every folder above.
      get branch() {
        return branch() || NO_BRANCH;
      },
      root: resolve(root),
    });
    // A refused call creates nothing, not even the lock folder.
    if (!tool.writes || !store.exists) {
      const { answer } = tool.run(store.load({ ...tool, writes: false }), params, moment());
      if (!tool.writes) return answer;
    }
    const release = await store.lock();
    try {
      const state = store.load(tool);
      const { changes, answer } = tool.run(state, params, moment());
      store.commit(changes, state);
      return answer;
    } finally {
      release();
    }
  }

  async function remember<Name extends MemoryToolName>(
    name: Name,
    params: unknown,
  ): Promise<MemoryToolTypes[Name]["answer"]> {
    // Memory needs the toolkit, too.
    const { runMemory } = await import("./memory/run-memory.js");
    return runMemory(name, { store, root: resolve(root), harnessId, now: clock }, params);
  }

  async function send<Name extends EventName>(name: Name, params: unknown): Promise<EventTypes[Name]["answer"]> {
    // Events need the toolkit, and loading it takes longer than a whole tool call.
    const { runEvent } = await import("./events/run-event.js");
    const place = { store, root: resolve(root), harnessId, skillText };
    return runEvent(place, name, params, () => clock().toISOString());
  }

  return {
    ...methodsOf<ToolTypes>(TOOL_NAMES, run),
    ...methodsOf<MemoryToolTypes>(MEMORY_TOOL_NAMES, remember),
    ...methodsOf<EventTypes>(EVENT_NAMES, send),
    call: async (tool, params = {}) => {
      if (isMemoryToolName(tool)) return remember(tool, params);
      if (isToolName(tool)) return run(tool, params);
      throw ToolError.of("UNKNOWN_TOOL", { tool, known: [...TOOL_NAMES, ...MEMORY_TOOL_NAMES].join(", ") });
    },

    emit: async (event, params = {}) => {
      if (!isEventName(event)) throw ToolError.of("UNKNOWN_EVENT", { event, known: EVENT_NAMES.join(", ") });
      return send(event, params);
    },

    decide: async (decision, params) => (await import("./decisions/decide.js")).decide(decision, params),
  };
}

function methodsOf<
  Types extends { readonly [Name in keyof Types]: { readonly params: unknown; readonly answer: unknown } },
>(
  names: readonly (keyof Types & string)[],
  call: (name: never, params: unknown) => Promise<unknown>,
): MethodsOf<Types> {
  const methods = names.map((name) => [
    name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()),
    (params: unknown = {}) => call(name as never, params),
  ]);
  return Object.fromEntries(methods) as MethodsOf<Types>;
}
