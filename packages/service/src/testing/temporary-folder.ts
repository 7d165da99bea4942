import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is removed at the end of the test run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env["NEXUS_TEST_ROOT"] ?? tmpdir(), "nexus-"));
}
