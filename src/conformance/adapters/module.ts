/** `module:PATH`: an adapter that runs in this process. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import { isNamespace } from "../notation/file-path.js";
import type { Adapter } from "./adapter.js";
import { withinLimit } from "./within-limit.js";

/** @throws NexusError NXC_ADAPTER_NOT_FOUND, NXC_ADAPTER_LOAD or NXC_ADAPTER_SHAPE */
export async function loadModuleAdapter(path: string, cwd: string, limit: number): Promise<Adapter> {
  const absolute = resolve(cwd, path);
  if (!existsSync(absolute)) throw NexusError.of("NXC_ADAPTER_NOT_FOUND", {}, path);
  let loaded: { readonly default?: unknown; readonly adapter?: unknown };
  try {
    loaded = await withinLimit(
      () => import(pathToFileURL(absolute).href) as Promise<typeof loaded>,
      "the adapter module",
      limit,
    );
  } catch (thrown) {
    throw loadError(thrown, path);
  }
  const exported = loaded.default ?? loaded.adapter;
  const candidate =
    typeof exported === "function" ? await callFactory(exported as () => unknown, path, limit) : exported;
  return checkAdapter(candidate, path);
}

/** A module may export a function that makes the adapter, because that may be asynchronous. */
async function callFactory(factory: () => unknown, path: string, limit: number): Promise<unknown> {
  try {
    return await withinLimit(factory, "the adapter module", limit);
  } catch (thrown) {
    throw loadError(thrown, path);
  }
}

function loadError(thrown: unknown, path: string): NexusError {
  return NexusError.of("NXC_ADAPTER_LOAD", { reason: reasonOf(thrown) }, path, thrown);
}

/**
 * Checks that a value is an adapter.
 * @throws NexusError NXC_ADAPTER_SHAPE, which names the invalid member
 */
export function checkAdapter(candidate: unknown, where?: string): Adapter {
  const fail = (reason: string) => NexusError.of("NXC_ADAPTER_SHAPE", { reason }, where);
  if (typeof candidate !== "object" || candidate === null) throw fail("it exports no adapter object as default");
  const { name, version, namespace, open, withoutEnvironment, ...lists } = candidate as Readonly<
    Record<keyof Adapter, unknown>
  >;
  const { tools, events, withoutAgent, surfaces } = lists;
  if (typeof name !== "string" || name === "") throw fail("name is not a text");
  if (version !== undefined && typeof version !== "string") throw fail("version is not a text");
  if (namespace !== undefined && !isNamespace(namespace)) throw fail("namespace is not a plain name");
  if (typeof open !== "function") throw fail("open is not a function");
  if (withoutEnvironment !== undefined && typeof withoutEnvironment !== "boolean") {
    throw fail("withoutEnvironment is neither true nor false");
  }
  for (const [member, list] of Object.entries({ tools, events, withoutAgent, surfaces })) {
    if (list !== undefined && !(Array.isArray(list) && list.every((item) => typeof item === "string"))) {
      throw fail(`${member} is not a list of names`);
    }
  }
  return candidate as Adapter;
}
