import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One folder for all files of a test run, removed at its end. */
export default function setup(): () => void {
  const root = mkdtempSync(join(tmpdir(), "nexus-tests-"));
  process.env["NEXUS_TEST_ROOT"] = root;
  return () => rmSync(root, { recursive: true, force: true });
}
