import { defineConfig } from "vitest/config";

/** The fixtures as the only tests, for Stryker: they run against the source of the reference, which it has changed. */
export default defineConfig({
  test: {
    include: ["scripts/stryker/fixtures.ts"],
    // The kit and the toolkit are nobody's mutants; as they are built they load faster.
    server: { deps: { external: [/\/dist\//] } },
  },
});
