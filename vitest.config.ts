import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const FOLDERS = ["src", "packages/*/src", "test"];
const TESTS = FOLDERS.map((folder) => `${folder}/**/*.test.ts`);
/** What takes long: other ways to reach an implementation, databases, a browser, packed packages, runners in runners. */
const LONG = FOLDERS.map((folder) => `${folder}/**/*.long.test.ts`);

/** Files that judge whole contracts: whatever starts last should end soon, or a core waits for it alone. */
const WHOLE = /\/(?:conformance|hostile|four-forms|stale-answers|mutation|stryker)\.(?:long\.)?test\.ts$/u;

class WholeContractsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => (WHOLE.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** Two lanes: `npm test` runs the fast one, and `npm run test:long` the other. */
export default defineConfig({
  test: {
    globalSetup: ["test/package/global-setup.ts"],
    reporters: ["default", "./scripts/test-times/reporter.ts"],
    // They end what hangs, and nothing else: no test is slow enough to be ended by them on a machine ten times slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Most of a test here is waiting for a process; a core that is left free would be one of two.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: WholeContractsFirst },
    // A worker loads the kit and reads the contracts once for all of its files: that is half of the time of most.
    isolate: false,
    projects: [
      { extends: true, test: { name: "fast", include: TESTS, exclude: LONG } },
      { extends: true, test: { name: "long", include: LONG } },
    ],
  },
});
