/** Locates the source of our packages, which others import by name. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The packages that are taken from source: the root, and the code that all servers share. */
export const OWN_PACKAGES = /^(?:nexus-core|@nexus-core\/service)(?:\/[a-z-]+)*$/;

/**
 * @param name as an import has it, such as `nexus-core/toolkit` or `@nexus-core/service/check-params`
 * @param root of the repository, or of a copy
 * @returns the path of a TypeScript file; undefined for an export that is data, and for other packages
 */
export function sourceOf(name: string, root: string): string | undefined {
  if (!OWN_PACKAGES.test(name)) return undefined;
  const [, shared] = /^@nexus-core\/service\/(.+)$/.exec(name) ?? [];
  const path = shared === undefined ? ofExport(name, root) : join(root, "packages/service/src", `${shared}.ts`);
  return path !== undefined && existsSync(path) ? path : undefined;
}

function ofExport(name: string, root: string): string | undefined {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly import: string }>>;
  };
  const target = exports[name.replace("nexus-core", ".")];
  if (target === undefined || typeof target === "string") return undefined;
  return join(root, target.import.replace("./dist/", "src/").replace(/\.js$/, ".ts"));
}
