/** An adapter as the contract sees it, over one that has names and forms of its own. */

import { NexusError } from "../../base/errors.js";
import type { Mapping } from "../../generated/config.js";
import type { Params } from "../fixture/case.js";
import type { Adapter, CallOptions, OpenContext, Session } from "./adapter.js";
import { jsonIn, refusedWith } from "./refused.js";
import { type Rename, renameAnswer, renameParams } from "./rename.js";

/** Delivers an event to an implementation through a command. */
export type RunHook = (
  command: string,
  event: string,
  params: Params,
  context: OpenContext,
  options?: CallOptions,
) => Promise<unknown>;

/** The implementation's name of a tool. */
export function toolName({ tools = {}, prefix = "" }: Mapping, tool: string): string {
  return Object.hasOwn(tools, tool) ? (tools[tool] ?? tool) : prefix + tool;
}

/** The same adapter under the names and in the forms of the contract. */
export function mapAdapter(adapter: Adapter, mapping: Mapping, runHook: RunHook, hasCredentials = false): Adapter {
  const { offers, surfaces, namespace, events = {} } = mapping;
  const forms = formsOf(mapping);
  const declared =
    surfaces ?? (Object.keys(events).length === 0 ? undefined : withEvents(adapter.surfaces ?? ["tools"]));
  const close = adapter.close?.bind(adapter);
  const hooks = Object.keys(events);
  return {
    name: adapter.name,
    ...(adapter.version === undefined ? {} : { version: adapter.version }),
    ...pick("namespace", namespace ?? adapter.namespace),
    ...pick("tools", offers ?? adapter.tools),
    ...pick("events", eventsOver(adapter, hooks)),
    ...pick("withoutAgent", withoutAgentOver(adapter, mapping, hasCredentials ? [] : hooks)),
    ...pick("withoutEnvironment", adapter.withoutEnvironment),
    ...pick("surfaces", declared ?? adapter.surfaces),
    open: async (context) => mapSession(await adapter.open(context), mapping, forms, context, runHook),
    ...(close === undefined ? {} : { close }),
  };
}

/** A hook takes its event, and no other; what the implementation takes by itself stays. */
function eventsOver({ events, surfaces }: Adapter, hooks: readonly string[]): readonly string[] | undefined {
  const takesAll = events === undefined && (hooks.length === 0 || surfaces?.includes("events") === true);
  return takesAll ? undefined : [...new Set([...(events ?? []), ...hooks])];
}

/** A hook learns of the agent through the mapping alone, or by the credential. */
function withoutAgentOver(
  { withoutAgent = [] }: Adapter,
  { agent }: Mapping,
  hooks: readonly string[],
): readonly string[] | undefined {
  if (agent?.param !== undefined) return undefined;
  const others = withoutAgent.filter((name) => !hooks.includes(name));
  const all = agent?.env === undefined ? [...others, ...hooks] : others;
  return all.length === 0 ? undefined : all;
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
  const { supply = {}, errors, events = {}, workspace, agent, credential } = mapping;
  const place = typeof workspace === "object" && "param" in workspace ? { [workspace.param]: context.workspace } : {};
  const supplied = (tool: string): Params => (Object.hasOwn(supply, tool) ? (supply[tool] ?? {}) : {});
  const parameter = credential !== undefined && "param" in credential ? credential.param : undefined;
  const sent = (operation: string, params: Params, { as, credential: token }: CallOptions = {}) => ({
    ...(own.get(operation) ?? asItIs)(params),
    ...place,
    ...named(agent?.param, as),
    ...named(parameter, token),
  });
  /** What has become a parameter is not handed over a second time. */
  const beside = ({ credential: token, ...others }: CallOptions = {}): CallOptions => ({
    ...others,
    ...(parameter === undefined && token !== undefined ? { credential: token } : {}),
  });
  const hookContext = ({ as }: CallOptions = {}) => ({
    ...context,
    environment: {
      ...named(typeof workspace === "object" && "env" in workspace ? workspace.env : undefined, context.workspace),
      ...named(agent?.env, as),
      ...context.environment,
    },
  });
  const { emit, kill, advanceClock, close } = session;
  const offersEvents = emit !== undefined || Object.keys(events).length > 0;
  return {
    call: async (tool, params, options) => {
      const whole = sent(tool, { ...supplied(tool), ...params }, options);
      const answer = answerIn(await session.call(toolName(mapping, tool), whole, beside(options)), errors);
      return (answers.get(tool) ?? asItIs)(answer);
    },
    ...(offersEvents && {
      emit: async (event, params, options = {}) => {
        const command = Object.hasOwn(events, event) ? events[event] : undefined;
        if (command !== undefined) {
          return runHook(command, event, sent(event, params, options), hookContext(options), beside(options));
        }
        if (emit === undefined) throw NexusError.of("NXC_ADAPTER_MAPPING", { reason: `no hook for event ${event}` });
        return answerIn(await emit.call(session, event, sent(event, params, options), beside(options)), errors);
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

/** A value under a name that the mapping gives it; nothing where there is no name, or no value. */
function named(name: string | undefined, value: string | undefined): Readonly<Record<string, string>> {
  return name === undefined || value === undefined ? {} : { [name]: value };
}

function withEvents(surfaces: readonly string[]): readonly string[] {
  return [...new Set([...surfaces, "events"])];
}

function pick<Name extends string, T>(name: Name, value: T | undefined): { readonly [K in Name]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [K in Name]?: T });
}
