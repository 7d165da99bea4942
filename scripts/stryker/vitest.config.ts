import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { sourceOf } from "../mutation/source-of.js";

/** The copy that Stryker changes, or the repository itself. */
const root = join(import.meta.dirname, "../..");

/** The fixtures as the only tests, for Stryker: they run against the source of the reference, which it has changed. */
export default defineConfig({
  plugins: [
    {
      // The toolkit and the shared parts are changed as well, so the reference takes them from their source.
      name: "from-source",
      enforce: "pre",
      resolveId: (name) => sourceOf(name, root),
    },
  ],
  test: {
    include: ["scripts/stryker/fixtures.ts"],
    // Stryker ends what hangs; a busy machine must not fail a case.
    testTimeout: 120_000,
    server: { deps: { external: [/\/\.proof\//] } },
  },
});
