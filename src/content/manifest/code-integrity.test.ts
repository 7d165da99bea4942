import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { INTEGRITY_FILE, renderIntegrity, verifyCode } from "./code-integrity.js";

const CODE = { "dist/index.js": "export {};\n", "dist/cli/run.js": "run();\n" };

function built(): string {
  const dir = temporaryFolder();
  writeFiles(dir, { ...CODE, "src/index.ts": "export {};\n" });
  writeFiles(dir, { [INTEGRITY_FILE]: renderIntegrity(new Map(Object.entries(CODE))) });
  return dir;
}

test("an untouched copy is proved, and a folder without code has nothing to prove", () => {
  expect(verifyCode(built())).toEqual([]);
  expect(verifyCode(temporaryFolder())).toEqual([]);
});

test("code that is missing, changed or extra is named", () => {
  const dir = built();
  writeFiles(dir, { "dist/index.js": "export {}; evil();\n", "dist/more.js": "evil();\n" });
  rmSync(join(dir, "dist/cli/run.js"));
  expect(verifyCode(dir).map(({ file, rule }) => [file, rule])).toEqual([
    ["dist/cli/run.js", "verify/missing"],
    ["dist/index.js", "verify/changed"],
    ["dist/more.js", "verify/extra"],
  ]);
});

test.each([undefined, "not json", "[]"])("without a readable record (%s) nothing is proved", (text) => {
  const dir = built();
  rmSync(join(dir, INTEGRITY_FILE));
  if (text !== undefined) writeFiles(dir, { [INTEGRITY_FILE]: text });
  expect(verifyCode(dir).map(({ file, rule }) => [file, rule])).toEqual([[INTEGRITY_FILE, "verify/missing"]]);
});
