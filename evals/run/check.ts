import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lookup, parsePath } from "../../src/base/json-path.js";
import { compileMatch, operatorNames } from "../../src/conformance/matchers/match.js";
import { parseReport } from "../../src/report/parse-report.js";
import type { CallRecord } from "./converse.js";
import { filesOf } from "./folder.js";
import type { CallPattern, Check } from "./situation.js";

/** What a conversation has left behind. */
export interface Outcome {
  readonly root: string;
  /** The files as they were at the beginning. */
  readonly before: ReadonlyMap<string, string>;
  readonly calls: readonly CallRecord[];
  readonly last: string;
}

const PLACE = "evals/situations";
const NO_CONTEXT = {
  captured: (name: string): never => {
    throw new Error(`there is no ${name}`);
  },
  schema: (path: string): never => {
    throw new Error(`there is no ${path}`);
  },
};

/** What is wrong with an outcome, in a few words; undefined where the check holds. Only structure and facts are read. */
export function problemOf(check: Check, outcome: Outcome): string | undefined {
  if ("called" in check) return problemOfCalls(check, outcome);
  if ("never" in check) {
    const found = outcome.calls.find(fits({ ...check, called: check.never }));
    return found && `it called ${found.name} ${JSON.stringify(found.params)}`;
  }
  if ("changed" in check) return problemOfChanges(check.changed, outcome);
  if ("file" in check) return problemOfFile(check, outcome);
  if ("report" in check) return problemOfReport(check, outcome.last);
  const { says, silent } = check;
  if (says !== undefined && !new RegExp(says, "iu").test(outcome.last)) return `it does not say ${says}`;
  return silent !== undefined && new RegExp(silent, "iu").test(outcome.last) ? `it says ${silent}` : undefined;
}

function matches(expected: unknown, value: unknown): string | undefined {
  const operators = typeof expected === "object" && expected !== null ? Object.keys(expected) : [];
  const unknown = operators.find((name) => !operatorNames.includes(name));
  if (unknown !== undefined) throw new Error(`there is no operator ${unknown}`);
  return compileMatch(expected, PLACE, NO_CONTEXT)(value === undefined ? { found: false } : { found: true, value });
}

function allMatch(matchers: Readonly<Record<string, unknown>>, whole: unknown): boolean {
  return Object.entries(matchers).every(([name, expected]) => {
    const found = lookup(parsePath(`$.${name}`, PLACE), whole);
    return matches(expected, found.found ? found.value : undefined) === undefined;
  });
}

export function fits({ called, with: matchers = {} }: CallPattern) {
  const names = called.split("|");
  return ({ name, params }: Pick<CallRecord, "name" | "params">) => names.includes(name) && allMatch(matchers, params);
}

function problemOfCalls(check: Extract<Check, { called: string }>, { calls }: Outcome): string | undefined {
  const isWanted = fits(check);
  const count = calls.filter((call) => isWanted(call) && !call.isRefused).length;
  const problem = matches(check.times ?? { min: 1 }, count);
  if (problem !== undefined) return `${count} calls of ${check.called}, which is ${problem}`;
  if (check.before === undefined) return undefined;
  const late = calls.findIndex(fits(check.before));
  const isLate = late >= 0 && !calls.slice(0, late).some((call) => isWanted(call) && !call.isRefused);
  return isLate ? `${check.called} does not come before ${check.before.called}` : undefined;
}

/** State and session files are the harness's own; checks on them name the file. */
const OF_THE_HARNESS = /^\.nexus\/(?:state|sessions?|history\.json|\.)/u;

function problemOfChanges(allowed: readonly string[], { root, before }: Outcome): string | undefined {
  const after = filesOf(root);
  const isAllowed = (file: string) =>
    allowed.some((name) => (name.endsWith("/") ? file.startsWith(name) : file === name));
  const others = [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file) && !OF_THE_HARNESS.test(file) && !isAllowed(file),
  );
  return others.length === 0 ? undefined : `it changed ${others.join(", ")}`;
}

function problemOfFile(check: Extract<Check, { file: string }>, { root }: Outcome): string | undefined {
  const { file, at, is, lacks } = check;
  const path = join(root, file);
  const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (lacks !== undefined && text?.includes(lacks)) return `${file} holds ${lacks}`;
  if (!("is" in check)) return undefined;
  if (at === undefined || text === undefined) return prefixed(file, matches(is, text));
  const found = lookup(parsePath(at, PLACE), JSON.parse(text));
  return prefixed(`${file} ${at}`, matches(is, found.found ? found.value : undefined));
}

function problemOfReport(check: Extract<Check, { report: string }>, last: string): string | undefined {
  const { report, findings } = parseReport(last);
  if (report === undefined) return `its report cannot be read: ${findings[0]?.message ?? "there is none"}`;
  const found = lookup(parsePath(check.report, PLACE), report);
  const value = found.found ? found.value : undefined;
  if ("is" in check) return prefixed(check.report, matches(check.is, value));
  const items = Array.isArray(value) ? value : [];
  if (check.some !== undefined && !items.some((item) => allMatch(check.some ?? {}, item)))
    return `no item of ${check.report} is ${JSON.stringify(check.some)}`;
  if (check.none === undefined) return undefined;
  const wrong = items.find((item) => allMatch(check.none ?? {}, item));
  return wrong === undefined ? undefined : `${check.report} has ${JSON.stringify(wrong)}`;
}

const prefixed = (place: string, problem: string | undefined) => problem && `${place}: expected otherwise, ${problem}`;
