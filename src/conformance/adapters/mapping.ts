/** An adapter as the contract sees it, over one that has names and forms of its own. */

import { NexusError } from "../../errors.js";
import type { Mapping } from "../../generated/config.js";
import type { Adapter, OpenContext, Params, Session } from "../adapter.js";
import { jsonIn, refusedWith } from "./refused.js";
import { type Rename, renameAnswer, renameParams } from "./rename.js";

/** Delivers an event to an implementation through a command. */
export type RunHook = (command: string, event: string, params: Params, context: OpenContext) => Promise<unknown>;

/** The implementation's name of a tool. */
export function toolName({ tools = {}, prefix = "" }: Mapping, tool: string): string {
  return Object.hasOwn(tools, tool) ? (tools[tool] ?? tool) : prefix + tool;
}

/** The same adapter under the names and in the forms of the contract. */
export function mapAdapter(adapter: Adapter, mapping: Mapping, runHook: RunHook): Adapter {
  const { offers, surfaces, harness_id: harnessId, events = {} } = mapping;
  const forms = formsOf(mapping);
  const declared =
    surfaces ?? (Object.keys(events).length === 0 ? undefined : withEvents(adapter.surfaces ?? ["tools"]));
  const close = adapter.close?.bind(adapter);
  return {
    name: adapter.name,
    ...(adapter.version === undefined ? {} : { version: adapter.version }),
    ...pick("harnessId", harnessId ?? adapter.harnessId),
    ...pick("tools", offers ?? adapter.tools),
    ...pick("surfaces", declared ?? adapter.surfaces),
    open: async (context) => mapSession(await adapter.open(context), mapping, forms, context, runHook),
    ...(close === undefined ? {} : { close }),
  };
}

interface Forms {
  readonly params: ReadonlyMap<string, Rename>;
  readonly answers: ReadonlyMap<string, Rename>;
}

function formsOf({ params = {}, result = {} }: Mapping): Forms {
  return {
    params: new Map(Object.entries(params).map(([name, names]) => [name, renameParams(names, "mapping.params")])),
    answers: new Map(Object.entries(result).map(([name, names]) => [name, renameAnswer(names, "mapping.result")])),
  };
}

const asItIs: Rename = (value) => value;

function mapSession(
  session: Session,
  mapping: Mapping,
  { params: own, answers }: Forms,
  context: OpenContext,
  runHook: RunHook,
): Session {
  const { supply = {}, errors, events = {}, workspace } = mapping;
  const place = typeof workspace === "object" && "param" in workspace ? { [workspace.param]: context.workspace } : {};
  const supplied = (tool: string): Params => (Object.hasOwn(supply, tool) ? (supply[tool] ?? {}) : {});
  const sent = (operation: string, params: Params) => ({ ...(own.get(operation) ?? asItIs)(params), ...place });
  const { emit, kill, advanceClock, close } = session;
  const offersEvents = emit !== undefined || Object.keys(events).length > 0;
  return {
    call: async (tool, params, options) => {
      const whole = sent(tool, { ...supplied(tool), ...params });
      const answer = answerIn(await session.call(toolName(mapping, tool), whole, options), errors);
      return (answers.get(tool) ?? asItIs)(answer);
    },
    ...(offersEvents && {
      emit: async (event, params, options) => {
        const command = Object.hasOwn(events, event) ? events[event] : undefined;
        if (command !== undefined) return runHook(command, event, sent(event, params), context);
        if (emit === undefined) throw NexusError.of("NXC_ADAPTER_MAPPING", { reason: `no hook for event ${event}` });
        return answerIn(await emit.call(session, event, sent(event, params), options), errors);
      },
    }),
    ...(kill && { kill: kill.bind(session) }),
    ...(advanceClock && { advanceClock: advanceClock.bind(session) }),
    ...(close && { close: close.bind(session) }),
  };
}

/** @throws Refused for an answer that is a refusal in the named form */
function answerIn(answer: unknown, form: Mapping["errors"]): unknown {
  const value = form === "json-text" && typeof answer === "string" ? (jsonIn(answer) ?? answer) : answer;
  if (form !== "error-field" && form !== "json-text") return value;
  const { error } = Object(value) as { readonly error?: unknown };
  if (error !== undefined && error !== null) throw refusedWith(JSON.stringify(value));
  return value;
}

function withEvents(surfaces: readonly string[]): readonly string[] {
  return [...new Set([...surfaces, "events"])];
}

function pick<Name extends string, T>(name: Name, value: T | undefined): { readonly [K in Name]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [K in Name]?: T });
}
