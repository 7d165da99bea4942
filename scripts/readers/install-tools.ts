import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs the packages that a folder lacks, and leaves what is there.
 * @param wanted names with their versions, such as `opencode-ai@1.18.33`
 */
export function installTools(folder: string, wanted: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const missing = wanted.filter(
    (each) => !existsSync(join(folder, "node_modules", each.slice(0, each.lastIndexOf("@")))),
  );
  if (missing.length === 0) return;
  if (!existsSync(join(folder, "package.json"))) writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...missing], { cwd: folder, stdio: "inherit" });
}
