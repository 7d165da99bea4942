import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import { removeTree } from "./remove-folder.js";

afterEach(() => vi.unstubAllEnvs());

test("a folder is removed where no program can be started", async () => {
  const folder = temporaryFolder();
  symlinkSync("loop", join(folder, "loop"));
  vi.stubEnv("PATH", join(folder, "loop"));
  await removeTree(folder);
  expect(existsSync(folder)).toBe(false);
});
