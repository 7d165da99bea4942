/** Prints the twenty test files that took longest when they were run last: `npm run test:times`. */

import { defineCommand } from "../src/cli/frame/command.js";
import { runScript } from "./run-script.js";
import { keptTimes } from "./test-times/times.js";

const SHOWN = 20;

const command = defineCommand({
  description: "Prints the test files that took longest in the last run.",
  positionals: [],
  options: {},
  run() {
    const slowest = [...keptTimes()].sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
    if (slowest.length === 0) throw new Error("no test has run yet. Run npm test first.");
    for (const { file, ms } of slowest) process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}\n`);
    return 0;
  },
});

await runScript("test:times", command);
