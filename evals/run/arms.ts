import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { composeParts } from "../../src/toolkit/compose-body.js";

/** One text that a model works by, so that bodies can be compared. */
export interface Arm {
  readonly name: "body" | "rules" | "rival";
  readonly system: string;
}

/**
 * The compiled body, the ground rules and the form alone, and a body from a folder that the user names, with the same
 * rules and form behind it.
 * @param rivals a folder with `ID.md`, such as the best public counterparts where their licence allows it; a body for
 * which it has no file has no rival
 */
export function armsOf(id: string, rivals: string | undefined): readonly Arm[] {
  const { text, groundRules, reportForm } = composeParts(id);
  const frame = `${groundRules}\n\n${reportForm}\n`;
  const arms: Arm[] = [
    { name: "body", system: text },
    { name: "rules", system: `You are the ${id}.\n\n${frame}` },
  ];
  const rival = join(rivals ?? "", `${id}.md`);
  if (rivals !== undefined && existsSync(rival))
    arms.push({ name: "rival", system: `${readFileSync(rival, "utf8").trimEnd()}\n\n${frame}` });
  return arms;
}
