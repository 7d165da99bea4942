/** Reads the scenarios, and refuses what cannot mean anything: one line with file, line and pointer. */

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { AnySchemaObject } from "ajv/dist/2020.js";
import fg from "fast-glob";
import { REPORT_INVARIANTS } from "../../src/content/report/all-invariants.js";
import { NexusError } from "../../src/errors.js";
import { escapePointer } from "../../src/json-pointer.js";
import { compileSchemas, placeOf } from "../../src/json-schema.js";
import { type LocatedDocument, parseYaml } from "../../src/located-document.js";
import { didYouMean } from "../../src/nearest.js";
import { packageRoot } from "../../src/package-root.js";
import { BODIES, bodyText } from "./body.js";
import { problemsOfFiles } from "./given-files.js";
import { problemsOfMatcher } from "./matcher-problems.js";
import { rulesWith } from "./rules.js";
import { type Check, checksOf, misbehavioursOf, type Scenario, type StepData } from "./scenario.js";
import { ScenarioError } from "./scenario-error.js";
import { TOOL_NAMES } from "./tool-names.js";

export const SCENARIO_FOLDER = join(packageRoot, "test/scenarios");

/** A scenario with its place, for what goes wrong later. */
export interface PlacedScenario {
  readonly scenario: Scenario;
  /** File, line and pointer. */
  readonly where: string;
}

/** @throws ScenarioError for the first that cannot be used */
export function loadScenarios(folder: string = SCENARIO_FOLDER): readonly PlacedScenario[] {
  const schema = JSON.parse(readFileSync(join(SCENARIO_FOLDER, "scenario.schema.json"), "utf8")) as AnySchemaObject;
  const keeps = compileSchemas([schema])("scenario.schema.json");
  const known = new Map<string, string>();
  const files = fg.sync("*.yml", { cwd: folder }).sort();
  if (files.length === 0) throw new ScenarioError(folder, "the folder holds no scenarios", "Name another.");
  return files.flatMap((name) => {
    const path = join(folder, name);
    const file = relative(process.cwd(), path).replaceAll("\\", "/");
    const document = read(path, file);
    const placed = (pointer: string) => `${file}:${document.at(pointer).line}#${pointer}`;
    const [issue] = keeps(document.value);
    if (issue !== undefined)
      throw new ScenarioError(placed(placeOf(issue)), issue.message, "See test/scenarios/scenario.schema.json.");
    return (document.value as readonly Scenario[]).map((scenario, index) => {
      const where = placed(`/${index}`);
      const earlier = known.get(scenario.id);
      if (earlier !== undefined)
        throw new ScenarioError(where, `${scenario.id} stands twice, first in ${earlier}`, "Give it an id of its own.");
      known.set(scenario.id, where);
      for (const [pointer, problem, remedy = "Correct it."] of problemsOf(scenario)) {
        throw new ScenarioError(placed(`/${index}${pointer}`), `${scenario.id}: ${problem}`, remedy);
      }
      return { scenario, where };
    });
  });
}

function read(path: string, file: string): LocatedDocument {
  try {
    return parseYaml(readFileSync(path, "utf8"), file);
  } catch (thrown) {
    if (!(thrown instanceof NexusError)) throw thrown;
    throw new ScenarioError(thrown.where ?? file, thrown.message, thrown.remedy);
  }
}

type Problem = readonly [pointer: string, problem: string, remedy?: string];

function* problemsOf(scenario: Scenario): Generator<Problem> {
  const { body, rules, given, must, must_not = [], scripted } = scenario;
  if (!BODIES.includes(body)) {
    yield ["/body", `there is no body ${body}. ${didYouMean(body, BODIES)}`.trim()];
    return;
  }
  for (const [index, words] of rules.entries()) {
    const count = rulesWith(bodyText(body), words).length;
    if (count !== 1)
      yield [
        `/rules/${index}`,
        `${count} rules of ${body}/body.md hold "${words}", not one`,
        count === 0 ? "Look at both, and quote the rule as it stands now." : "Quote more of the rule.",
      ];
  }
  for (const [path, problem] of problemsOfFiles(Object.keys(given.files ?? {})))
    yield [`/given/files/${escapePointer(path)}`, problem, "Give it another path."];
  yield* steps(given.state ?? [], "/given/state");
  yield* steps(scripted.good.steps ?? [], "/scripted/good/steps");
  for (const [index, { when = {} }] of (given.answers ?? []).entries()) {
    for (const [name, pattern] of Object.entries(when))
      yield* expression(pattern, `/given/answers/${index}/when/${name}`);
  }
  for (const [index, check] of must.entries()) yield* problemsOfCheck(check, `/must/${index}`);
  for (const [index, check] of must_not.entries()) yield* problemsOfCheck(check, `/must_not/${index}`);
  const names = checksOf(scenario).map(({ check }) => check.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) yield ["/must", `two checks have the name "${twice}"`];
  for (const [index, misbehaviour] of misbehavioursOf(scenario).entries()) {
    const pointer = index === 0 ? "/scripted/bad" : `/scripted/also/${index - 1}`;
    yield* steps(misbehaviour.steps ?? [], `${pointer}/steps`);
    const breaks = checksOf(scenario).find(({ check }) => check.name === misbehaviour.breaks)?.check;
    if (breaks === undefined || breaks.check === "judge")
      yield [`${pointer}/breaks`, `no check for a machine has the name "${misbehaviour.breaks}"`];
  }
}

function* steps(list: readonly StepData[], pointer: string): Generator<Problem> {
  for (const [index, step] of list.entries()) {
    for (const name of Object.keys(step)) yield* toolName(name, `${pointer}/${index}`);
  }
}

function* toolName(name: string, pointer: string): Generator<Problem> {
  if (!TOOL_NAMES.includes(name)) yield [pointer, `there is no tool "${name}". ${didYouMean(name, TOOL_NAMES)}`.trim()];
}

function* problemsOfCheck(check: Check, pointer: string): Generator<Problem> {
  if (check.check === "regex") yield* expression(check.pattern, `${pointer}/pattern`);
  if (check.check === "parse") {
    if (check.mentions !== undefined) yield* expression(check.mentions, `${pointer}/mentions`);
    yield* problemsOfMatcher(check.is, `${pointer}/is`);
    for (const kind of ["some", "every"] as const) {
      for (const [at, wanted] of Object.entries(check[kind] ?? {})) {
        if (at !== "" && !at.startsWith("/"))
          yield [`${pointer}/${kind}`, `"${at}" is no JSON pointer: it begins with /`];
        yield* problemsOfMatcher(wanted, `${pointer}/${kind}/${escapePointer(at)}`);
      }
    }
    const ids = Array.isArray(check.invariants) ? (check.invariants as readonly string[]) : [];
    const unknown = ids.find((each) => !REPORT_INVARIANTS.some(({ id }) => id === each));
    if (unknown !== undefined) yield [`${pointer}/invariants`, `there is no invariant ${unknown}`];
  }
  if (check.check === "state") {
    const { file, is, contains, matches, lacks, at, value, called, before } = check;
    const asks = [is, contains, matches, lacks, at].filter((each) => each !== undefined).length;
    if (file !== undefined && asks === 0)
      yield [pointer, "it says of a file neither is, contains, matches, lacks nor at"];
    if (matches !== undefined) yield* expression(matches, `${pointer}/matches`);
    if ((at === undefined) !== (value === undefined)) yield [pointer, "at and value belong together"];
    yield* problemsOfMatcher(value, `${pointer}/value`);
    for (const [key, call] of Object.entries({ called, before })) {
      if (call === undefined) continue;
      for (const name of call.tool.split("|")) yield* toolName(name, `${pointer}/${key}/tool`);
      if (call.mentions !== undefined) yield* expression(call.mentions, `${pointer}/${key}/mentions`);
      if (call.answered !== undefined) yield* expression(call.answered, `${pointer}/${key}/answered`);
      for (const [name, wanted] of Object.entries(call.params ?? {}))
        yield* problemsOfMatcher(wanted, `${pointer}/${key}/params/${escapePointer(name)}`);
    }
  }
}

function* expression(source: string, pointer: string): Generator<Problem> {
  try {
    new RegExp(source, "iu");
  } catch (thrown) {
    yield [pointer, (thrown as Error).message];
  }
}
