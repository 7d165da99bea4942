/** Loads an adapter from a module into this process: that of the judge for `--in-process`, otherwise that of a host. */

import { pathToFileURL } from "node:url";
import { NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import { reasonOf } from "../../base/reason-of.js";
import { isNamespace } from "../notation/file-path.js";
import type { Adapter } from "./adapter.js";
import { withinLimit } from "./within-limit.js";

/** A misspelled one would silently change what is judged. */
const MEMBERS: readonly string[] = [
  "name",
  "version",
  "namespace",
  "tools",
  "events",
  "surfaces",
  "withoutAgent",
  "withoutEnvironment",
  "open",
  "close",
] satisfies readonly (keyof Adapter)[];

/** How a host says that an adapter has the wrong shape. */
export const WRONG_SHAPE = "wrong shape: ";

/**
 * @param path absolute path of the module
 * @param named the path as its user wrote it
 * @throws NexusError NXC_ADAPTER_LOAD or NXC_ADAPTER_SHAPE
 */
export async function loadModuleAdapter(path: string, named: string, limit: number): Promise<Adapter> {
  try {
    return checkAdapter(await withinLimit(() => importAdapter(path), "the adapter module", limit), named);
  } catch (thrown) {
    if (thrown instanceof NexusError) throw thrown;
    throw NexusError.of("NXC_ADAPTER_LOAD", { reason: reasonOf(thrown) }, named, thrown);
  }
}

/**
 * What a module exports as its adapter. It may be a function that makes the adapter, because that may be asynchronous.
 * @throws whatever the module throws
 */
export async function importAdapter(path: string): Promise<unknown> {
  const loaded = (await import(pathToFileURL(path).href)) as { readonly default?: unknown; readonly adapter?: unknown };
  const exported = loaded.default ?? loaded.adapter;
  return typeof exported === "function" ? await exported() : exported;
}

/**
 * Checks that a value is an adapter.
 * @throws NexusError NXC_ADAPTER_SHAPE, which names the invalid member
 */
export function checkAdapter(candidate: unknown, where?: string): Adapter {
  const reason = shapeProblem(candidate);
  if (reason !== undefined) throw NexusError.of("NXC_ADAPTER_SHAPE", { reason }, where);
  return candidate as Adapter;
}

/** Why a value is no adapter; undefined if it is one. */
export function shapeProblem(candidate: unknown): string | undefined {
  if (typeof candidate !== "object" || candidate === null) return "it exports no adapter object as default";
  // An instance of a class may have members of its own.
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(candidate));
  const unknown = isPlain ? Object.keys(candidate).find((key) => !MEMBERS.includes(key)) : undefined;
  if (unknown !== undefined) {
    return `an adapter has no member ${JSON.stringify(unknown)}. ${didYouMean(unknown, MEMBERS)}`
      .trim()
      .replace(/\.$/u, "");
  }
  const { name, version, namespace, open, withoutEnvironment, ...lists } = candidate as Readonly<
    Record<keyof Adapter, unknown>
  >;
  const { tools, events, withoutAgent, surfaces } = lists;
  if (typeof name !== "string" || name === "") return "name is not a text";
  if (version !== undefined && typeof version !== "string") return "version is not a text";
  if (namespace !== undefined && !isNamespace(namespace)) return "namespace is not a plain name";
  if (typeof open !== "function") return "open is not a function";
  if (withoutEnvironment !== undefined && typeof withoutEnvironment !== "boolean") {
    return "withoutEnvironment is neither true nor false";
  }
  const isList = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === "string");
  const wrong = Object.entries({ tools, events, withoutAgent, surfaces }).find(
    ([, list]) => list !== undefined && !isList(list),
  );
  return wrong === undefined ? undefined : `${wrong[0]} is not a list of names`;
}
