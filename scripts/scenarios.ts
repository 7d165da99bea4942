/**
 * `npm run scenarios`: puts the bodies of agents and skills before a model in situations in which they have to make a
 * difference, beside a one-line stand-in; docs/scenarios.md says more, and `--help` names the exit codes.
 */
import { constants } from "node:os";
import { main } from "./scenarios/main.js";

/** The first one ends the runs and has the results written; who asks again wants the end at once. */
const stop = new AbortController();
let endedBy: NodeJS.Signals | undefined;
let endedAt = 0;
/** One Ctrl-C may come twice: from the terminal, and handed on by what has started this. */
const ONE_MS = 1_000;
const onSignal = (signal: NodeJS.Signals) => {
  if (endedBy !== undefined) {
    if (performance.now() - endedAt > ONE_MS) process.exit(128 + constants.signals[signal]);
    return;
  }
  endedBy = signal;
  endedAt = performance.now();
  stop.abort(signal);
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);

// Whoever reads along may stop to; the results are written all the same.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const code = await main(process.argv.slice(2), {
  env: process.env,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stop: stop.signal,
});
process.exitCode = endedBy === undefined ? code : 128 + constants.signals[endedBy];
