import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, the longest first: whatever starts last should end soon, or a core waits for it alone. */
const LONG = [
  "test/four-forms.test.ts",
  "test/mutation.long.test.ts",
  "test/implementation-guide.test.ts",
  "packages/thread/src/conformance.test.ts",
  "test/yesterday.test.ts",
  "test/lying-twins.test.ts",
  "test/fuzz.test.ts",
  "test/stryker.long.test.ts",
  "packages/harness/src/hostile.test.ts",
  "packages/harness/src/hook.test.ts",
  "packages/harness/src/fuzz.test.ts",
  "src/conformance/fuzz/fuzz.test.ts",
  "test/examples.test.ts",
  "test/docs.test.ts",
  "packages/harness/src/memory/delete-in-commit.test.ts",
  "src/conformance/honesty.test.ts",
  "src/conformance/adapters/lines.test.ts",
  "src/conformance/adapters/mcp-stdio.test.ts",
  "test/package.test.ts",
  "packages/harness/src/conformance.test.ts",
];

const gone = LONG.filter((file) => !existsSync(join(import.meta.dirname, file)));
if (gone.length > 0) throw new Error(`vitest.config.ts names tests that are not there: ${gone.join(", ")}`);

/** A fresh clone knows of no earlier run, and would take files by their size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.indexOf(relative(import.meta.dirname, moduleId));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/global-setup.ts"],
    testTimeout: 60_000,
    // Most of a test here is waiting for a process; a core that is left free would be one of two.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
  },
});
