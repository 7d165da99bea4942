/** Holds the calls of a run against what a check says was called. */

import { counted } from "../counted.js";
import { valueProblem } from "./check-value.js";
import type { CallPattern, StateCheck } from "./scenario.js";
import type { MadeCall } from "./tools.js";

type Range = NonNullable<StateCheck["times"]>;

/**
 * Why the calls are not those that the check asks for; nothing when they are. A refused call never speaks for a model
 * and always against it: what has to be done is not done by an attempt, and what must not be done is broken by one.
 * @param wanted whether the check stands in `must`
 */
export function callProblem(
  { before, times, turns }: StateCheck,
  called: CallPattern,
  calls: readonly MadeCall[],
  wanted: boolean,
): string | undefined {
  // Where something has to come first, an attempt at the later ends the time for it; a ban is lifted by deeds alone.
  const isBarrier = (call: MadeCall) => before !== undefined && (wanted || !call.isRefused) && isSuch(call, before);
  const barrier = calls.findIndex(isBarrier);
  const tried = (barrier === -1 ? calls : calls.slice(0, barrier)).filter((call) => isSuch(call, called));
  const done = tried.filter(({ isRefused }) => !isRefused);
  // The lower bound is held against the first, the upper against the second.
  const [least, most] = wanted ? [done, tried] : [tried, done];
  const what = `${nameOf(called)} was called`;
  const whence = barrier === -1 ? "" : " before";
  const refused = tried.length - done.length;
  const note = refused === 0 ? "" : ` (${counted(refused, "call")} refused)`;
  if (!isWithin(least.length, most.length, times)) return `${what} ${counted(done.length, "time")}${whence}${note}`;
  if (turns === undefined || isWithin(turnsOf(least), turnsOf(most), turns)) return undefined;
  return `${what} in ${counted(turnsOf(done), "turn")}${whence}${note}`;
}

/** Without a range, once or more. */
function isWithin(least: number, most: number, { min = 1, max = Number.POSITIVE_INFINITY }: Range = {}): boolean {
  return least >= min && most <= max;
}

/** Several calls of one turn are one message. */
function turnsOf(calls: readonly MadeCall[]): number {
  return new Set(calls.map(({ turn }) => turn)).size;
}

function nameOf({ tool, params, mentions, answered }: CallPattern): string {
  const asked = [
    params,
    mentions === undefined ? undefined : { mentions },
    answered === undefined ? undefined : { answered },
  ].filter((each) => each !== undefined);
  return [tool, ...asked.map((each) => JSON.stringify(each))].join(" ");
}

function isSuch({ name, params, result }: MadeCall, pattern: CallPattern): boolean {
  return (
    pattern.tool.split("|").includes(name) &&
    (pattern.mentions === undefined || new RegExp(pattern.mentions, "iu").test(JSON.stringify(params))) &&
    (pattern.answered === undefined || new RegExp(pattern.answered, "iu").test(result)) &&
    Object.entries(pattern.params ?? {}).every(
      ([key, wanted]) =>
        valueProblem(wanted, Object.hasOwn(params, key) ? { found: true, value: params[key] } : { found: false }) ===
        undefined,
    )
  );
}
