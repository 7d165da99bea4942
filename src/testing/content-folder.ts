import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { ContentFiles } from "../content/content-files.js";

/** A real folder for one test, which goes when the test ends. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "nexus-content-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A real folder with these files in it. */
export function contentFolder(files: ContentFiles): string {
  const dir = temporaryFolder();
  for (const [path, text] of files.texts) writeFile(dir, path, text);
  return dir;
}

export function writeFile(dir: string, path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
