/** Translates between the contract and an implementation with other names and forms. */

import { NexusError } from "../../base/errors.js";
import type { Mapping } from "../../generated/config.js";
import type { Params } from "../fixture/case.js";
import type { Adapter, CallOptions, OpenContext, Session } from "./adapter.js";
import { jsonIn, Refused, refusedWith } from "./refused.js";
import { type Rename, renameAnswer, renameParams } from "./rename.js";
import { translateAnswer, translateParams } from "./translate.js";

/** Runs a command that delivers an event to the implementation. */
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

/** Wraps an adapter so that it uses the names and forms of the contract. */
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

/** Adds the events with a hook to those that the implementation accepts itself. */
function eventsOver({ events, surfaces }: Adapter, hooks: readonly string[]): readonly string[] | undefined {
  const takesAll = events === undefined && (hooks.length === 0 || surfaces?.includes("events") === true);
  return takesAll ? undefined : [...new Set([...(events ?? []), ...hooks])];
}

/** Only the mapping or a credential can tell a hook which agent acts. */
function withoutAgentOver(
  { withoutAgent = [] }: Adapter,
  { agent }: Mapping,
  hooks: readonly string[],
): readonly string[] | undefined {
  if (agent?.param !== undefined) return undefined;
  const withoutHook = withoutAgent.filter((name) => !hooks.includes(name));
  const all = agent?.env === undefined ? [...withoutHook, ...hooks] : withoutHook;
  return all.length === 0 ? undefined : all;
}

interface Forms {
  readonly params: ReadonlyMap<string, Rename>;
  readonly answers: ReadonlyMap<string, Rename>;
}

/** Values are translated under the names of the contract: before parameters get new names, and after answers do. */
function formsOf({ params = {}, result = {}, values = {} }: Mapping): Forms {
  const operations = [...new Set([params, result, values].flatMap((table) => Object.keys(table)))];
  const own = <T>(table: Readonly<Record<string, T>>, name: string, none: T) =>
    Object.hasOwn(table, name) ? (table[name] ?? none) : none;
  return {
    params: new Map(
      operations.map((name) => {
        const translate = translateParams(own(values, name, {}), "mapping.values");
        const rename = renameParams(own(params, name, {}), "mapping.params");
        return [name, (value) => rename(translate(value))];
      }),
    ),
    answers: new Map(
      operations.map((name) => {
        const rename = renameAnswer(own(result, name, {}), "mapping.result");
        const translate = translateAnswer(own(values, name, {}), "mapping.values");
        return [name, (value) => translate(rename(value))];
      }),
    ),
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
  const { supply = {}, errors, events = {}, workspace, agent, credential, clock } = mapping;
  const place = typeof workspace === "object" && "param" in workspace ? { [workspace.param]: context.workspace } : {};
  const supplied = (tool: string): Params => (Object.hasOwn(supply, tool) ? (supply[tool] ?? {}) : {});
  const parameter = credential !== undefined && "param" in credential ? credential.param : undefined;
  const sent = (operation: string, params: Params, { as, credential: token }: CallOptions = {}) => ({
    ...(own.get(operation) ?? asItIs)(params),
    ...place,
    ...named(agent?.param, as),
    ...named(parameter, token),
  });
  /** Drops the credential if it has become a parameter. */
  const remainingOptions = ({ credential: token, ...others }: CallOptions = {}): CallOptions => ({
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
  const { emit, kill, close } = session;
  const advanceClock = clock === undefined ? session.advanceClock?.bind(session) : movedBy(clock, session, place);
  const offersEvents = emit !== undefined || Object.keys(events).length > 0;
  return {
    call: async (tool, params, options) => {
      const whole = sent(tool, { ...supplied(tool), ...params }, options);
      const answer = answerIn(await session.call(toolName(mapping, tool), whole, remainingOptions(options)), errors);
      return (answers.get(tool) ?? asItIs)(answer);
    },
    ...(offersEvents && {
      emit: async (event, params, options = {}) => {
        const command = Object.hasOwn(events, event) ? events[event] : undefined;
        if (command !== undefined) {
          const whole = sent(event, params, options);
          return runHook(command, event, whole, hookContext(options), remainingOptions(options));
        }
        if (emit === undefined) throw NexusError.of("NXC_ADAPTER_MAPPING", { reason: `no hook for event ${event}` });
        const whole = sent(event, params, options);
        return answerIn(await emit.call(session, event, whole, remainingOptions(options)), errors);
      },
    }),
    ...(kill && { kill: kill.bind(session) }),
    ...(advanceClock && { advanceClock }),
    ...(close && { close: close.bind(session) }),
  };
}

/** Moves the clock by a call of a tool. */
function movedBy({ tool, param }: NonNullable<Mapping["clock"]>, session: Session, place: Params) {
  return async (milliseconds: number): Promise<void> => {
    try {
      await session.call(tool, { ...place, [param]: milliseconds });
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      throw NexusError.of("NXC_ADAPTER_MAPPING", { reason: `${tool} does not move the clock: ${thrown.message}` });
    }
  };
}

/** @throws Refused for an answer that is a refusal in this form */
function answerIn(answer: unknown, form: Mapping["errors"]): unknown {
  const value = form === "json-text" && typeof answer === "string" ? (jsonIn(answer) ?? answer) : answer;
  if (form !== "error-field" && form !== "json-text") return value;
  const { error } = Object(value) as { readonly error?: unknown };
  if (error !== undefined && error !== null) throw refusedWith(JSON.stringify(value));
  return value;
}

/** An object with the value under the name; empty without a name or a value. */
function named(name: string | undefined, value: string | undefined): Readonly<Record<string, string>> {
  return name === undefined || value === undefined ? {} : { [name]: value };
}

function withEvents(surfaces: readonly string[]): readonly string[] {
  return [...new Set([...surfaces, "events"])];
}

function pick<Name extends string, T>(name: Name, value: T | undefined): { readonly [K in Name]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [K in Name]?: T });
}
