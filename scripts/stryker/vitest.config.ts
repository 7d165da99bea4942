import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { sourceOf } from "../mutation/source-of.js";

/** The copy that Stryker changes, or the repository itself. */
const root = join(import.meta.dirname, "../..");

/** The tests that Stryker runs: only the fixtures, on the changed source of the reference. */
export default defineConfig({
  plugins: [
    {
      // Stryker changes the toolkit and the shared code too, so the reference must load them from source.
      name: "from-source",
      enforce: "pre",
      resolveId: (name) => sourceOf(name, root),
    },
  ],
  test: {
    include: ["scripts/stryker/fixtures.ts"],
    // Stryker has its own limit for mutants that hang. A busy machine must not fail a case.
    testTimeout: 120_000,
    server: { deps: { external: [/\/\.proof\//] } },
  },
});
