/** Checks everything that is authored here. `--release` fails while the baseline counts errors. */

import { checkRepository } from "./repository-check.js";
import { endWith } from "./run-script.js";

try {
  const { text, fails } = await checkRepository(process.argv.includes("--release"));
  process.stdout.write(text);
  process.exitCode = fails ? 1 : 0;
} catch (thrown) {
  endWith(thrown);
}
