/**
 * `npm run proof`: measures what the fixtures of each contract find. It takes hours; run it by hand before a release.
 * Exit codes: 0 every step succeeds; 1 otherwise; 2 wrong invocation.
 */

import { command } from "./proof/main.js";
import { runScript } from "./run-script.js";

await runScript("proof", command);
