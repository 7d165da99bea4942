import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const FOLDERS = ["src", "packages/*/src", "test"];
const TESTS = FOLDERS.map((folder) => `${folder}/**/*.test.ts`);
/** Slow tests: other forms of adapter, databases, a browser, packed packages, nested test runners. */
const LONG = FOLDERS.map((folder) => `${folder}/**/*.long.test.ts`);

/** The situations for the bodies. Without a model that somebody names, a scripted one proves their checks. */
const EVALS = ["evals/*.eval.ts"];

/** Files that judge whole contracts. They start first, because a long file at the end would leave the other cores idle. */
const WHOLE = /\/(?:conformance|hostile|four-forms|stale-answers|mutation|stryker)\.(?:long\.)?test\.ts$/u;

class WholeContractsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => (WHOLE.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

// Node reads the certificates of this variable whenever it starts, which takes longer than the rest of its start. Tests
// connect to the loopback only. npm, which some of them call, finds the certificates by a setting of its own.
const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
if (certificates !== undefined) {
  delete process.env["NODE_EXTRA_CA_CERTS"];
  process.env["npm_config_cafile"] ??= certificates;
}

/** Two lanes, `npm test` and `npm run test:long`, and the situations for the bodies, `npm run evals`. */
export default defineConfig({
  test: {
    globalSetup: ["test/package/global-setup.ts"],
    // The limits only end tests that hang. Even on a machine ten times slower, every test ends before them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Use every core: tests mostly wait for processes, and the default of one core less would halve two cores.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: WholeContractsFirst },
    // One load of the kit and the contracts per worker halves the time of most files.
    isolate: false,
    projects: [
      { extends: true, test: { name: "fast", include: TESTS, exclude: LONG } },
      { extends: true, test: { name: "long", include: [...LONG, ...EVALS] } },
      { extends: true, test: { name: "evals", include: EVALS } },
    ],
  },
});
