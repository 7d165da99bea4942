/**
 * `npm run proof`: everything that shows what the fixtures find, for each contract. Takes hours, and is run by hand
 * before a release. Exit codes: 0 all of it comes out; 1 otherwise; 2 wrong invocation.
 */

import { command } from "./proof/main.js";
import { runScript } from "./run-script.js";

await runScript("proof", command);
