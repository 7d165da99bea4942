/**
 * `npm run mutation:stryker`: lets Stryker change the source of the reference in every way it knows, with the fixtures as
 * the only tests, and reports how many of the mutants they find. Exit codes: 0 every change was judged; 2 wrong invocation, or
 * the fixtures do not pass without a mutant.
 */

import { runScript } from "./run-script.js";
import { command } from "./stryker/main.js";

await runScript("mutation:stryker", command);
