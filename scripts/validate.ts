/** `npm run validate`: checks all authored content of this repository. */

import { defineCommand } from "../src/cli/frame/command.js";
import { runScript } from "./run-script.js";
import { writeRegisters } from "./types/registers.js";

const command = defineCommand({
  description: "Checks all authored content of this repository.",
  positionals: [],
  options: {},
  async run() {
    // Rules load a register.
    await writeRegisters();
    const { checkRepository } = await import("./repository-check.js");
    const { text, fails } = await checkRepository();
    process.stdout.write(text);
    return fails ? 1 : 0;
  },
});

await runScript("validate", command);
