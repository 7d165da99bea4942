import { createRequire } from "node:module";

/** How this package calls itself towards kits, clients and people. */
export const { name, version } = createRequire(import.meta.url)("@nexus-core/thread/package.json") as {
  readonly name: string;
  readonly version: string;
};
