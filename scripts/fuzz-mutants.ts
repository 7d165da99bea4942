/**
 * `npm run fuzz:mutants`: puts faults of the catalogue that are chosen at random into the reference, and says which of
 * them random calls find. One is found when the fixture that comes of it fails with the fault and passes without. Exit
 * codes: 0 all are found, 1 otherwise, 2 wrong invocation.
 */

import { command } from "./mutation/main-of-searches.js";
import { runScript } from "./run-script.js";

await runScript("fuzz:mutants", command);
