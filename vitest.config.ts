import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const FOLDERS = ["src", "packages/*/src", "test"];
const TESTS = FOLDERS.map((folder) => `${folder}/**/*.test.ts`);
/** What takes long: other ways to reach an implementation, databases, a browser, packed packages, runners in runners. */
const LONG = FOLDERS.map((folder) => `${folder}/**/*.long.test.ts`);

/** Two lanes: `npm test` runs the fast one, and `npm run test:long` the other. */
export default defineConfig({
  test: {
    globalSetup: ["test/global-setup.ts"],
    reporters: ["default", "test/times-reporter.ts"],
    // They end what hangs, and nothing else: no test is slow enough to be ended by them on a machine ten times slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Most of a test here is waiting for a process; a core that is left free would be one of two.
    maxWorkers: availableParallelism(),
    projects: [
      { extends: true, test: { name: "fast", include: TESTS, exclude: LONG } },
      { extends: true, test: { name: "long", include: LONG } },
    ],
  },
});
