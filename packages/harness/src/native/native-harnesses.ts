import type { NativeName } from "../cli/nexus-hook.js";
import { commandHooks } from "./command-hooks.js";
import type { NativeHarness } from "./native-harness.js";
import { opencode } from "./opencode.js";

/** The harnesses whose hooks this package understands, by the target of `nexus-core render`. */
export const NATIVE_HARNESSES: Readonly<Record<NativeName, NativeHarness>> = {
  // Claude Code replaces a longer text by its first lines and the path of a file.
  claude: commandHooks({ harnessId: "claude-code", skillFolders: [".claude/skills"], mostCharacters: 10_000 }),
  // Codex cuts out the middle of a text of more than 2,500 tokens, for which it counts four bytes each.
  codex: commandHooks({ harnessId: "codex", skillFolders: [".agents/skills"], mostCharacters: 9_000 }),
  opencode,
};
