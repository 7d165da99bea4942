import { isDeepStrictEqual } from "node:util";

/** Whether the last cycle of history holds these files already: a crash came between the archive and the clearing away. */
export function isLeft(history, plan, file) {
  const { goal, decisions, tasks } = file ?? {};
  if (plan === null && !goal && !decisions?.length && !tasks?.length) return false;
  const last = history?.cycles.at(-1);
  const holdsPlan = plan === null || isDeepStrictEqual(last?.plan, plan);
  const archived = [last?.goal, last?.decisions, last?.tasks];
  return holdsPlan && (file === null || isDeepStrictEqual(archived, [goal, decisions, tasks]));
}
