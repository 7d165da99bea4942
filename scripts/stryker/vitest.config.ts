import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** The copy that Stryker changes, or the repository itself. */
const root = join(import.meta.dirname, "../..");

/** The fixtures as the only tests, for Stryker: they run against the source of the reference, which it has changed. */
export default defineConfig({
  plugins: [
    {
      // The toolkit and the shared service are changed as well, so the reference takes them from their sources.
      name: "from-source",
      enforce: "pre",
      resolveId: (name) => {
        const [, service] = /^@nexus-core\/service\/(.+)$/.exec(name) ?? [];
        if (service !== undefined) return join(root, `packages/service/src/${service}.ts`);
        const [, subpath = ""] = /^nexus-core((?:\/[a-z-]+)*)$/.exec(name) ?? [undefined, undefined];
        if (!name.startsWith("nexus-core")) return undefined;
        return [`src${subpath}.ts`, `src${subpath}/index.ts`].map((file) => join(root, file)).find(existsSync);
      },
    },
  ],
  test: {
    include: ["scripts/stryker/fixtures.ts"],
    // Stryker ends what hangs; a busy machine must not fail a case.
    testTimeout: 120_000,
    server: { deps: { external: [/\/\.proof\//] } },
  },
});
