/** Which skill is active in a session. Each hook is a process of its own, so a file remembers it. */

import { writeCache } from "@nexus-core/service/files/write-file";
import { definedOnly } from "nexus-core/base";
import { STATE } from "../events/namespace.js";
import { readIfThere } from "../store/state-file.js";
import { type StartedSkill, textIn } from "./native-harness.js";

const fileOf = (harnessId: string) => `${STATE}/${harnessId}/active-skill.json`;

/** undefined where none is known, or the file belongs to another session. */
export function activeSkill(root: string, harnessId: string, session: string): StartedSkill | undefined {
  try {
    const stored: unknown = JSON.parse(readIfThere(root, fileOf(harnessId), 4096)?.text ?? "null");
    const id = textIn(stored, "skill");
    if (id === undefined || textIn(stored, "session_id") !== session) return undefined;
    return { id, ...definedOnly({ mode: textIn(stored, "mode") }) };
  } catch {
    // Whoever has changed it costs the session its memory of the skill, and nothing else.
    return undefined;
  }
}

export function rememberSkill(root: string, harnessId: string, session: string, { id, mode }: StartedSkill): void {
  const stored = { session_id: session, skill: id, ...definedOnly({ mode }) };
  writeCache(root, fileOf(harnessId), `${JSON.stringify(stored)}\n`);
}
