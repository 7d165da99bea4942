/**
 * `npm run mutation`: puts every fault of the catalogue into the reference, one after the other, and says which of them
 * the fixtures find. Exit codes: 0 every fault is found that was found before, and none survives without a reason; 1
 * otherwise; 2 wrong invocation, or a catalogue that does not fit the source.
 */

import { command } from "./mutation/main.js";
import { runScript } from "./run-script.js";

await runScript("mutation", command);
