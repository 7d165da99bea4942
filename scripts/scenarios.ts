/**
 * `npm run scenarios`: puts the bodies of agents and skills before a model in situations in which they have to make a
 * difference, beside a one-line stand-in; docs/scenarios.md says more. Exit codes: 0 every body binds, 1 one does not,
 * 2 wrong invocation or data, 3 the model or the runner failed.
 */
import { main } from "./scenarios/main.js";

process.stdout.on("error", () => process.exit(0));
process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
});
