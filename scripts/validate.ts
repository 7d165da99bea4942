/** `npm run validate`: checks everything that is authored here. */

import { defineCommand } from "../src/cli/frame/command.js";
import { runScript } from "./run-script.js";
import { writeRegisters } from "./types/registers.js";

const command = defineCommand({
  description: "Checks everything that is authored in this repository.",
  positionals: [],
  options: { release: { type: "flag", description: "fail while the baseline counts errors" } },
  async run({ release = false }) {
    // Rules load a register.
    await writeRegisters();
    const { checkRepository } = await import("./repository-check.js");
    const { text, fails } = await checkRepository(release);
    process.stdout.write(text);
    return fails ? 1 : 0;
  },
});

await runScript("validate", command);
