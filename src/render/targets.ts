import type { Target } from "./form/target.js";
import { agentsMd } from "./targets/agents-md.js";
import { claude } from "./targets/claude.js";
import { claudePlugin } from "./targets/claude-plugin.js";
import { codex } from "./targets/codex.js";
import { opencode } from "./targets/opencode.js";
import { skills } from "./targets/skills.js";

/** The forms that render can write, by id. */
export const TARGETS: ReadonlyMap<string, Target> = new Map(
  [claude, opencode, codex, agentsMd, skills].map((target) => [target.id, target]),
);

/** By target the same content as a plugin. */
export const PLUGINS: ReadonlyMap<string, Target> = new Map([["claude", claudePlugin]]);
