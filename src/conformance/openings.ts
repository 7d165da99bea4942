/** Shared openings: steps that several cases begin with, kept once in a contract's openings.json. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { NexusError } from "../errors.js";
import type { Openings } from "../generated/fixture.js";
import { escapePointer } from "../json-pointer.js";
import { placeOf, type SchemaCheck } from "../json-schema.js";
import { parseJson } from "../located-document.js";
import { didYouMean } from "../nearest.js";
import { readText } from "../read-text.js";
import { shownPath } from "../shown-path.js";
import { CASE, NOT_YET_KNOWN } from "./bindings.js";
import type { Contract } from "./contract.js";
import { type RawStep, readStep } from "./read-step.js";
import { Source } from "./source.js";

/** The steps of a list with every `use` replaced by the steps that it names. */
export type Splice = (step: RawStep) => readonly RawStep[];

/**
 * Reads a contract's openings when the first step uses one.
 * @param schema of an openings file
 */
export function splicer(contract: Contract, schema: () => SchemaCheck): Splice {
  return (step) => {
    const name = step.data.use;
    if (name === undefined) return [step];
    const { openings, source } = loadOpenings(contract, schema);
    return openingSteps(name, step, openings, source);
  };
}

function openingSteps(name: string, step: RawStep, openings: Openings, source: Source): readonly RawStep[] {
  const others = Object.keys(step.data).filter((member) => member !== "use" && member !== "description");
  if (others.length > 0) throw step.source.problem(step.pointer, `${others[0]} cannot stand beside use`);
  if (!Object.hasOwn(openings, name)) {
    const params = { name, contract: source.contract.id, hint: didYouMean(name, Object.keys(openings)) };
    throw NexusError.of("NXC_FIXTURE_UNKNOWN_OPENING", params, step.source.at(`${step.pointer}/use`));
  }
  return stepsOf(name, openings, source);
}

/**
 * Reads every opening of a contract as a case would, so that one which no case uses yet is held to the same.
 * @throws NexusError of the first thing that is wrong
 */
export function checkOpenings(contract: Contract, schema: () => SchemaCheck): void {
  if (!existsSync(join(contract.folder, "openings.json"))) return;
  const { source, openings } = loadOpenings(contract, schema);
  for (const name of Object.keys(openings)) {
    const kept = new Map<string, unknown>([[CASE, NOT_YET_KNOWN]]);
    for (const step of stepsOf(name, openings, source)) {
      readStep(step, kept);
      for (const capture of Object.keys(step.data.capture ?? {})) kept.set(capture, NOT_YET_KNOWN);
    }
  }
}

function stepsOf(name: string, openings: Openings, source: Source): readonly RawStep[] {
  return (openings[name] ?? []).map((data, index) => {
    const pointer = `/${escapePointer(name)}/${index}`;
    if (data.use !== undefined) throw source.problem(`${pointer}/use`, "an opening cannot use another one");
    return { data, pointer, source };
  });
}

interface Loaded {
  readonly source: Source;
  readonly openings: Openings;
}

/** Most fixture files of a contract use some of them. */
const loaded = new WeakMap<Contract, Loaded>();

function loadOpenings(contract: Contract, schema: () => SchemaCheck): Loaded {
  const known = loaded.get(contract);
  if (known !== undefined) return known;
  const path = join(contract.folder, "openings.json");
  const document = parseJson(existsSync(path) ? readText(path, "openings") : "{}", shownPath(path));
  const source = new Source(document, contract);
  const [issue] = schema()(document.value);
  if (issue !== undefined) throw source.problem(placeOf(issue), issue.message);
  const openings = { source, openings: document.value as Openings };
  loaded.set(contract, openings);
  return openings;
}
