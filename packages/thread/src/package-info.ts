import { createRequire } from "node:module";

/** Name and version that this package reports. */
export const { name, version } = createRequire(import.meta.url)("@nexus-core/thread/package.json") as {
  readonly name: string;
  readonly version: string;
};
