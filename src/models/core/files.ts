import { exactly, Matching } from "../../conformance/fuzz/exactly.js";
import type { ExpectedFiles, ExpectedValues } from "../../conformance/fuzz/model.js";
import { ARTIFACTS } from "./other-tools.js";
import { type CoreState, type Cycle, FILES, type Slot } from "./state.js";
import { wholeTask } from "./task-tools.js";

/** What must hold of every file of a state. */
export function filesOf({ plan, tasks, history, artifacts }: CoreState): ExpectedFiles {
  return {
    [FILES.plan]: expected(plan, (value) => exactly({ research_summary: undefined, ...value })),
    [FILES.tasks]: expected(tasks, (value) => {
      const last = value.tasks.at(-1);
      return exactly({ ...value, tasks: last === undefined ? [] : [...value.tasks.slice(0, -1), wholeTask(last)] });
    }),
    [FILES.history]: expected(history, ({ cycles, ...rest }) => {
      if (cycles === undefined) return exactly(rest);
      const [last] = cycles.slice(-1);
      return {
        ...exactly(rest),
        "$.cycles.length": cycles.length,
        // Those before it stay as they are: the contract has an invariant for it.
        ...(last === undefined ? {} : lastCycle(last)),
      };
    }),
    ...Object.fromEntries(Object.entries(artifacts).map(([name, text]) => [`${ARTIFACTS}/${name}`, { text }])),
  };
}

/** Whether a cycle carries the goal and the decisions of its tasks is left open (`core.task_close.keeps-goal`). */
function lastCycle(cycle: Cycle): ExpectedValues {
  const { goal: _goal, decisions: _decisions, ...rest } = cycle;
  const asserted = exactly(cycle.completed_at instanceof Matching ? rest : cycle);
  return Object.fromEntries(Object.entries(asserted).map(([path, value]) => [`$.cycles[-1]${path.slice(1)}`, value]));
}

/** Most calls change one file at most, so what must hold of the others has been worked out before. */
const known = new WeakMap<object, ExpectedValues>();

function expected<Value>(slot: Slot<Value>, assertions: (value: Value) => ExpectedValues): ExpectedValues | null {
  if (slot === null) return null;
  const before = known.get(slot);
  if (before !== undefined) return before;
  const made = "broken" in slot ? { text: slot.broken } : assertions(slot.value);
  known.set(slot, made);
  return made;
}
