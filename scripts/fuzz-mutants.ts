/**
 * `npm run fuzz:mutants`: puts random faults of the catalogue into the reference, and reports which of them random calls
 * find. A fault is found when the fixture of the search fails with the fault and passes without it. Exit codes: 0 all are
 * found, 1 otherwise, 2 wrong invocation.
 */

import { command } from "./mutation/fuzz-main.js";
import { runScript } from "./run-script.js";

await runScript("fuzz:mutants", command);
