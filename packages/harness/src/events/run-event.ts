import type { Release } from "@nexus-core/service/lock/lock";
import { activateSkill } from "nexus-core/toolkit";
import { isUnsafe, ToolError } from "../contract/tool-error.js";
import type { EventName, EventTypes } from "../generated/register.js";
import type { StateStore } from "../store/state-store.js";
import { checkEvent } from "./check-event.js";
import type { EventMoment, EventState, SkillText } from "./event.js";
import { EVENTS } from "./events.js";
import { knowledgeFiles } from "./knowledge-files.js";
import { manifest } from "./manifest.js";
import { Namespace } from "./namespace.js";

/** Where events run. */
export interface EventPlace {
  readonly store: StateStore;
  /** Absolute path of the project. */
  readonly root: string;
  /** The harness that handles the events unless an event names another. */
  readonly harnessId: string;
  readonly skillText?: SkillText | undefined;
}

const inPlainWords: SkillText = (skill, mode) => activateSkill(manifest, skill, mode === undefined ? {} : { mode });

/**
 * Handles one lifecycle event. Problems with the files become warnings in the answer, so that they do not end the
 * session.
 * @throws ToolError for parameters that do not fit, and for files that cannot be read or written
 */
export async function runEvent<Name extends EventName>(
  { store, root, harnessId, skillText = inPlainWords }: EventPlace,
  name: Name,
  given: unknown,
  now: () => string,
): Promise<EventTypes[Name]["answer"]> {
  const params = checkEvent(name, given, harnessId);
  const event = await EVENTS[name]();
  const namespace = new Namespace(root, params.harness_id);
  const take = (commits: boolean): EventTypes[Name]["answer"] => {
    const { state, problems, trackerProblem } = read(store, namespace, root);
    const moment: EventMoment = { now: now(), root, skillText };
    const { changes, answer } = event.run(state, params, moment);
    const committed = commits ? namespace.commit(changes, trackerProblem !== undefined) : undefined;
    const kept = committed?.aside === undefined ? "It was left as it is." : `It was kept as ${committed.aside}.`;
    const broken =
      trackerProblem === undefined ? [] : [`${namespace.trackerFile} is broken: ${trackerProblem}. ${kept}`];
    // An unsafe file fails both reading and writing; report it once.
    const unsafe = new Set([...problems, ...(committed?.problems ?? [])]);
    return { ...answer, warnings: [...unsafe, ...broken, ...answer.warnings] };
  };
  // If there is no state to end, create nothing, not even the lock folder.
  if (!event.writes || (event.creates !== true && !store.exists)) return take(false);
  let release: Release;
  try {
    release = await store.lock();
  } catch (thrown) {
    if (!isUnsafe(thrown)) throw thrown;
    const answer = take(false);
    return { ...answer, warnings: [thrown.message, ...answer.warnings] };
  }
  try {
    return take(true);
  } finally {
    release();
  }
}

interface Found {
  readonly state: EventState;
  readonly problems: readonly string[];
  readonly trackerProblem?: string | undefined;
}

function read(store: StateStore, namespace: Namespace, root: string): Found {
  const problems: string[] = [];
  const open = <File extends "plan" | "tasks">(file: File) => {
    try {
      return store.load({ reads: [file], writes: false })[file];
    } catch (thrown) {
      if (!(thrown instanceof ToolError)) throw thrown;
      problems.push(thrown.message);
      return null;
    }
  };
  const plan = open("plan");
  const sound = problems.length;
  const tasks = open("tasks");
  const unlessUnsafe = <Value>(work: () => Value): Value | undefined => {
    try {
      return work();
    } catch (thrown) {
      if (!isUnsafe(thrown)) throw thrown;
      problems.push(thrown.message);
      return undefined;
    }
  };
  const unlessUnreadable = <Value>(work: () => Value): Value | undefined => {
    try {
      return unlessUnsafe(work);
    } catch (thrown) {
      if (!(thrown instanceof ToolError) || thrown.code !== "STATE_UNREADABLE") throw thrown;
      problems.push(thrown.message);
      return undefined;
    }
  };
  const { entries, problem } = unlessUnsafe(() => namespace.tracker()) ?? { entries: [] };
  const state: EventState = {
    harnessId: namespace.harnessId,
    tracker: entries,
    plan,
    tasks,
    hasTasks: tasks !== null || problems.length > sound,
    knowledge: () => knowledgeFiles(root, (problem) => problems.push(problem)),
    accessLog: () => unlessUnreadable(() => namespace.accessLog()),
    loggedEdits: (counts) => unlessUnsafe(() => namespace.loggedEdits(counts)),
  };
  return { state, problems, trackerProblem: problem };
}
