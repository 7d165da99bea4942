/** Wraps a model so that its failures are reported as its own, not as failures of the kit or the implementation. */

import { NexusError } from "../../base/errors.js";
import { reasonOf } from "../../base/reason-of.js";
import type { Model } from "./model.js";

/** A model, and the file that it was read from. */
export interface LoadedModel extends Model {
  /** The path as reports show it. */
  readonly file: string;
}

/** The functions of a model. */
type FunctionName = "calls" | "predict" | "files" | "edits" | "edited" | "crashed" | "requirementOf";

/** @param asked the function that has failed, or several of which one has */
export function modelFailed(file: string, asked: string, thrown: unknown): NexusError {
  if (thrown instanceof NexusError && thrown.code === "NXC_MODEL_FAILED") return thrown;
  return NexusError.of("NXC_MODEL_FAILED", { name: asked, reason: reasonOf(thrown) }, file, thrown);
}

/** The same model, but throws NXC_MODEL_FAILED if one of its functions throws or returns a malformed value. */
export function guarded(model: Model, file: string): LoadedModel {
  const { edits, edited, crashed, requirementOf } = model;
  const ask = <Value>(
    name: FunctionName,
    call: () => Value,
    problemWith: (value: unknown) => string | undefined,
  ): Value => {
    try {
      const value = call();
      const problem = problemWith(value);
      if (problem !== undefined) throw new Error(problem);
      return value;
    } catch (thrown) {
      throw modelFailed(file, `${name}()`, thrown);
    }
  };
  return {
    file,
    initial: model.initial,
    ...(model.inspection === undefined ? {} : { inspection: model.inspection }),
    ...(model.surfaces === undefined ? {} : { surfaces: model.surfaces }),
    calls: (fc) => ask("calls", () => model.calls(fc), noArbitrary),
    predict: (...given) => ask("predict", () => model.predict(...given), noPredictions),
    files: (state) => ask("files", () => model.files(state), noFiles),
    ...(edits === undefined ? {} : { edits: (fc) => ask("edits", () => edits.call(model, fc), noArbitrary) }),
    ...(edited === undefined
      ? {}
      : {
          edited: (...given) =>
            ask(
              "edited",
              () => edited.call(model, ...given),
              () => undefined,
            ),
        }),
    ...(crashed === undefined
      ? {}
      : { crashed: (...given) => ask("crashed", () => crashed.call(model, ...given), noStates) }),
    ...(requirementOf === undefined
      ? {}
      : {
          requirementOf: (...given) => ask("requirementOf", () => requirementOf.call(model, ...given), noRequirement),
        }),
  };
}

function noArbitrary(value: unknown): string | undefined {
  return typeof (Object(value) as { readonly filter?: unknown }).filter === "function"
    ? undefined
    : "it returned no arbitrary";
}

/** Rejects an empty list, too: without a prediction, everything that an implementation does would be wrong. */
function noPredictions(value: unknown): string | undefined {
  const predictions = [value].flat();
  const arePredictions = predictions.every((each) => typeof each === "object" && each !== null && "next" in each);
  return predictions.length > 0 && arePredictions ? undefined : "it returned no prediction with a next state";
}

function noFiles(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? undefined : "it returned no files";
}

function noRequirement(value: unknown): string | undefined {
  return value === undefined || typeof value === "string" ? undefined : "it returned no id of a requirement";
}

function noStates(value: unknown): string | undefined {
  return Array.isArray(value) && value.length > 0 ? undefined : "it returned no list of states";
}
