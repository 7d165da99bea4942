// A layer between the kit and the harness that falsifies every second answer. The variable LIE names how; without it,
// every call passes unchanged.
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const shadows = new Map();
const lastGood = new Map();
let previous;
let turns = 0;

const isTurn = () => turns++ % 2 === 1;
const readsOnly = (tool) => /_status$|_list$|_search$|^context$/u.test(tool);

const LIES = {
  /** Makes the call in a copy of the project, so that the answer is right and the project does not change. */
  drops: (harness, { root, open }) => ({
    ...harness,
    call: (tool, params) => {
      const drop = !readsOnly(tool) && isTurn();
      return drop ? shadowOf(root, open).call(tool, params) : harness.call(tool, params);
    },
  }),
  /** Gives the answer to the previous call. */
  swaps: (harness) => ({
    ...harness,
    call: async (tool, params) => {
      const answer = await harness.call(tool, params);
      const earlier = previous;
      previous = answer;
      return earlier !== undefined && isTurn() ? earlier : answer;
    },
  }),
  /** Replaces a refusal with the last good answer of the tool. */
  swallows: (harness) => ({
    ...harness,
    call: async (tool, params) => {
      try {
        const answer = await harness.call(tool, params);
        lastGood.set(tool, answer);
        return answer;
      } catch (refusal) {
        if (lastGood.has(tool) && isTurn()) return lastGood.get(tool);
        throw refusal;
      }
    },
  }),
  /** Adds a field to the answer. */
  invents: (harness) => ({
    ...harness,
    call: async (tool, params) => {
      const answer = await harness.call(tool, params);
      return isTurn() ? { ...answer, cached: true } : answer;
    },
  }),
};

/** @param open opens a harness in a folder */
export function lying(root, open) {
  const harness = open(root);
  const lie = process.env.LIE;
  return lie === undefined ? harness : LIES[lie](harness, { root, open });
}

/** A harness on a fresh copy of the project. */
function shadowOf(root, open) {
  const folder = mkdtempSync(join(tmpdir(), "shadow-"));
  for (const other of shadows.values()) rmSync(other, { recursive: true, force: true });
  shadows.clear();
  shadows.set(root, folder);
  if (existsSync(join(root, ".nexus"))) cpSync(join(root, ".nexus"), join(folder, ".nexus"), { recursive: true });
  return open(folder);
}

process.on("exit", () => {
  for (const folder of shadows.values()) rmSync(folder, { recursive: true, force: true });
});
