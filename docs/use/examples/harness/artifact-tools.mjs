import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { inside, realOf } from "./files.mjs";

export const artifact_write = {
  reads: [],
  writes: true,
  run(_state, { filename, content }, { project }) {
    const path = artifactPath(project, filename);
    if (!content.isWellFormed()) throw new Error("content holds half of a character: it cannot be stored as it is");
    return { changes: { artifact: { path, content } }, answer: { success: true, path } };
  },
};

/** One name in a path, such as means the same on every system. */
const PART = /^(?![. ]+$)(?! )[^\p{Cc}\p{Cs}\\<>:"|?*]*[^\p{Cc}\p{Cs}\\<>:"|?*. ]$/u;
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i;
/** Invisible characters, and characters that change the direction of text: with them, a name looks like another one. */
const HIDDEN = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f/u;

function artifactPath(project, filename) {
  const folder = join(project, ".nexus/state/artifacts");
  const path = join(folder, filename);
  const isName = filename.split("/").every((part) => PART.test(part) && !DEVICE.test(part) && part.length < 250);
  if (!isName || HIDDEN.test(filename) || /^~(\/|$)/.test(filename) || leadsOut(project, folder, path)) {
    throw new Error(`${JSON.stringify(filename)} cannot be the name of an artifact: choose another`);
  }
  return inside(project, join(".nexus/state/artifacts", filename));
}

/** Over symbolic links: the folder must be the real one, and the file must be inside. */
function leadsOut(project, folder, path) {
  const real = join(realpathSync(project), ".nexus/state/artifacts");
  return realOf(folder) !== real || !realOf(path).startsWith(real + sep);
}
