import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A new folder of this test run; `test/package/global-setup.ts` removes all of them at its end. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env["NEXUS_TEST_ROOT"] ?? tmpdir(), "test-"));
}

/** Writes files below a folder: text and bytes unchanged, everything else as JSON. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    const isRaw = typeof content === "string" || content instanceof Uint8Array;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), isRaw ? content : JSON.stringify(content, null, 2));
  }
}
