/** What belongs into git, and what does not. */

import type { Entry, GitView, Noticed } from "../../../conformance/inspect/inspection.js";
import { HISTORY, PLAN } from "./cycle.js";

const STATE = ".nexus/state/";

/** Paths that need not be there: whether git would take them. */
export const ASKED: readonly string[] = [PLAN, HISTORY];

export function gitNotes({ tracked, ignored }: GitView, entries: readonly Entry[]): readonly Noticed[] {
  const state = [...tracked].filter((path) => path.startsWith(STATE));
  const lost = entries.filter(({ path, kind }) => kind === "file" && isKnowledge(path) && ignored.has(path));
  return [
    ...state.map((file) => ({ rule: "git/state", file, message: "git tracks this file" })),
    ...(ignored.has(PLAN)
      ? []
      : [{ rule: "git/open", file: ".nexus/.gitignore", message: "git does not ignore .nexus/state" }]),
    ...(ignored.has(HISTORY) ? [{ rule: "git/knowledge", file: HISTORY, message: "git ignores history" }] : []),
    ...lost.map(({ path }) => ({ rule: "git/knowledge", file: path, message: "git ignores it" })),
  ];
}

function isKnowledge(path: string): boolean {
  return /^\.nexus\/(?:memory|context|rules)\//u.test(path);
}
