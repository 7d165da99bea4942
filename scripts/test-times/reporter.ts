/** Records how long each test file takes, for `npm run test:times`. */

import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { packageRoot } from "../../src/base/package-root.js";
import { keepTimes } from "./times.js";

export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    keepTimes(modules.map((module) => ({ file: relative(packageRoot, module.moduleId), ms: timeOf(module) })));
  }
}

/** Loading and running a file are separate times; waiting for a worker is in neither. */
function timeOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return Math.round(collectDuration + setupDuration + duration);
}
