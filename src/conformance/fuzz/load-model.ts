import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import { shownPath } from "../../base/shown-path.js";
import type { Contract } from "../contract/contract.js";
import { guarded, type LoadedModel } from "./guarded-model.js";
import type { Model } from "./model.js";

const FUNCTIONS = {
  required: ["calls", "predict", "files"],
  optional: ["edits", "edited", "crashed", "requirementOf"],
} as const;

/**
 * Loads the model of a contract.
 * @throws NexusError NXC_MODEL_NONE, NXC_MODEL_NOT_FOUND, NXC_MODEL_LOAD or NXC_MODEL_SHAPE
 */
export async function loadModel({ id, folder, model }: Contract): Promise<LoadedModel> {
  if (model === undefined) throw NexusError.of("NXC_MODEL_NONE", { contract: id });
  const path = resolve(folder, model);
  const shown = shownPath(path);
  if (!existsSync(path)) throw NexusError.of("NXC_MODEL_NOT_FOUND", { contract: id }, shown);
  let loaded: { readonly default?: unknown };
  try {
    loaded = (await import(pathToFileURL(path).href)) as typeof loaded;
  } catch (thrown) {
    throw NexusError.of("NXC_MODEL_LOAD", { reason: reasonOf(thrown) }, shown, thrown);
  }
  return guarded(checkModel(loaded.default, shown), shown);
}

function checkModel(candidate: unknown, where: string): Model {
  const fail = (reason: string) => NexusError.of("NXC_MODEL_SHAPE", { reason }, where);
  if (typeof candidate !== "object" || candidate === null) throw fail("it exports no model object as default");
  const members = candidate as Readonly<Record<string, unknown>>;
  if (!("initial" in members)) throw fail("initial is missing");
  const wrong =
    FUNCTIONS.required.find((name) => typeof members[name] !== "function") ??
    FUNCTIONS.optional.find((name) => members[name] !== undefined && typeof members[name] !== "function");
  if (wrong !== undefined) throw fail(`${wrong} is not a function`);
  if ((members["edits"] === undefined) !== (members["edited"] === undefined)) {
    throw fail("edits and edited belong together, but one of them is missing");
  }
  return candidate as Model;
}
