/** `at: each-file-operation`: the states of the files that a crash in the middle of a call could leave. */

import type { RestartStep, Step } from "../fixture/case.js";
import type { Stage } from "../stage/stage.js";
import { ask } from "../steps/ask.js";
import { restart } from "../steps/restart.js";
import { nodeRecorder } from "./node-recorder.js";
import { Copies, type Recorded, type Recorder } from "./recorder.js";
import { hasStrace, straceRecorder } from "./strace-recorder.js";

/** Each of them starts the implementation once. */
const MOST_POINTS = 24;
/** A database that the contract ignores writes many blocks for one change. */
const MOST_IN_IGNORED_FILES = 8;

export interface KillPoint {
  /** For example `killed before rename data/state.json (operation 7 of 12)`. */
  readonly name: string;
  /** Puts the files into the state of this point, and opens a new session. */
  enter(): Promise<void>;
}

export interface KillPoints {
  readonly points: readonly KillPoint[];
  /** Why the points are a sample, if they are one. */
  readonly sampled?: string;
  /** Whether more points can be found by killing the call after some time. */
  readonly isBlind?: boolean;
  /** Releases the copies. */
  remove(): void;
}

export type CrashStep = RestartStep & { readonly during: NonNullable<RestartStep["during"]> };

/** Whether the rest of a case has to be performed once for each kill point of this step. */
export function isCrash(step: Step): step is Step & CrashStep {
  return step.kind === "restart" && step.at !== undefined && step.during !== undefined;
}

/**
 * Makes the call of a step, and finds the points to kill it at.
 * @param delay milliseconds after which to kill it, where its file operations cannot be seen
 */
export async function findKillPoints(step: CrashStep, stage: Stage, delay: number | undefined): Promise<KillPoints> {
  if (delay !== undefined) return sampledAt(delay, step, stage);
  const copies = new Copies(stage.workspace);
  try {
    await stage.close(stage.session);
    const before = copies.take();
    let best: Recorded | undefined;
    for (const make of [nodeRecorder, ...(hasStrace() ? [straceRecorder] : [])]) {
      if (best !== undefined && before !== undefined) copies.restore(before);
      const recorded = await record(step, stage, make, copies);
      if (recorded.isWhole) return pointsIn(recorded, copies, stage);
      if (recorded.operations.length >= (best?.operations.length ?? 0)) best = recorded;
    }
    if (best !== undefined && best.operations.length > 0 && best.states.length > 1) {
      const sampled = "not every file operation of an interrupted call could be seen";
      return { ...pointsIn(best, copies, stage), sampled, isBlind: true };
    }
    const point = { name: "killed after its answer", enter: () => reopen(stage) };
    const sampled = "the file operations of an interrupted call could not be seen";
    return { points: [point], sampled, isBlind: true, remove: () => copies.remove() };
  } catch (thrown) {
    copies.remove();
    throw thrown;
  }
}

/** Kills the call after some time, as often as the run repeats the case. */
function sampledAt(delay: number, step: CrashStep, stage: Stage): KillPoints {
  const enter = async () => {
    await restart({ ...step, after: delay }, stage);
  };
  return { points: [{ name: `killed after ${delay} ms`, enter }], remove: () => undefined };
}

/** Makes the call in a program whose file operations are seen. What it answers, and whether it does, does not matter. */
async function record(
  step: CrashStep,
  stage: Stage,
  make: (copies: Copies) => Recorder,
  copies: Copies,
): Promise<Recorded> {
  const recorder = make(copies);
  try {
    const isOpen = await stage.start(recorder.watch).then(Boolean, () => false);
    // The watch may be to blame, so this counts against nothing but the watch.
    if (!isOpen) return { operations: [], states: [], isWhole: false };
    recorder.begin();
    const isAnswered = await ask(step.during, stage.session, stage).then(Boolean, () => false);
    const { operations, states, isWhole } = recorder.end();
    await stage.kill("SIGKILL");
    const last = copies.take();
    if (last === undefined) return { operations, states, isWhole: false };
    return { operations, states: [...states, last], isWhole: isWhole && isAnswered };
  } finally {
    recorder.close();
  }
}

/** One point for each state that differs from the state before the call and from those before it. */
function pointsIn({ operations, states }: Recorded, copies: Copies, stage: Stage): KillPoints {
  const seen = new Set<string>();
  const all = states.flatMap((state, index) => {
    const files = [...copies.contentOf(state)].sort(([a], [b]) => (a < b ? -1 : 1));
    const content = JSON.stringify(files);
    const isNew = !seen.has(content);
    seen.add(content);
    const judged = JSON.stringify(files.filter(([path]) => !stage.ignores(copies.shown(path))));
    return isNew ? [{ state, index, judged }] : [];
  });
  // Before the first operation nothing has happened.
  const [, ...others] = withoutLocks(all);
  const isIgnored = all.every(({ judged }) => judged === all[0]?.judged);
  const chosen = spread(others, isIgnored ? MOST_IN_IGNORED_FILES : MOST_POINTS);
  const sampled = `${chosen.length} of ${others.length} states that an interrupted call could leave were judged`;
  const points = chosen.map(({ state, index }) => ({
    name: nameOf(index, operations, copies),
    enter: async () => {
      if (stage.isOpen) await stage.kill("SIGKILL");
      copies.restore(state);
      await stage.start();
    },
  }));
  return {
    points,
    ...(points.length < others.length ? { sampled } : {}),
    remove: () => copies.remove(),
  };
}

async function reopen(stage: Stage): Promise<void> {
  if (stage.isOpen) await stage.kill("SIGKILL");
  await stage.start();
}

function nameOf(index: number, operations: Recorded["operations"], copies: Copies): string {
  const operation = operations[index];
  if (operation === undefined) return `killed after the last of ${operations.length} file operations`;
  const path = operation.path === undefined ? "" : ` ${copies.shown(operation.path)}`;
  return `killed before ${operation.name}${path} (operation ${index + 1} of ${operations.length})`;
}

/**
 * Most calls take a lock in several steps, and a start for each of them would take most of the time. So where a call changes
 * files that the contract does not ignore, only the first and the last of several states remain that are equal in these.
 */
function withoutLocks<State extends { readonly judged: string }>(states: readonly State[]): readonly State[] {
  if (states.every(({ judged }) => judged === states[0]?.judged)) return states;
  return states.filter(({ judged }, at) => states[at - 1]?.judged !== judged || states[at + 1]?.judged !== judged);
}

/** At most so many items, evenly spread, the last one included. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, at) => items[Math.ceil(((at + 1) * items.length) / most) - 1] as Item);
}
