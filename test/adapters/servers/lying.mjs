// A layer between the kit and a harness that does not lie. The variable LIE names in which way this one does, every
// second time that it could; without it every call goes through.
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
  /** Answers as the harness would, which works in another folder. */
  drops: (harness, { root, open }) => ({
    ...harness,
    call: (tool, params) => {
      const drop = !readsOnly(tool) && isTurn();
      return drop ? shadowOf(root, open).call(tool, params) : harness.call(tool, params);
    },
  }),
  /** Hands out the answer to the call before. */
  swaps: (harness) => ({
    ...harness,
    call: async (tool, params) => {
      const answer = await harness.call(tool, params);
      const earlier = previous;
      previous = answer;
      return earlier !== undefined && isTurn() ? earlier : answer;
    },
  }),
  /** Says what the tool last said when the harness has refused. */
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
  /** Adds what nobody asked for. */
  invents: (harness) => ({
    ...harness,
    call: async (tool, params) => {
      const answer = await harness.call(tool, params);
      return isTurn() ? { ...answer, cached: true } : answer;
    },
  }),
};

/** @param open makes a harness on a folder */
export function lying(root, open) {
  const harness = open(root);
  const lie = process.env.LIE;
  return lie === undefined ? harness : LIES[lie](harness, { root, open });
}

/** A copy of the project as it is before the first lie about it. */
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
