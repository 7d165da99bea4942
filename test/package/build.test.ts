/** The parts of the build besides esbuild. Tests that run the packages cover the rest. */

import { existsSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundledLicenses } from "../../scripts/build/licenses.js";
import { writeDist } from "../../scripts/build/write-dist.js";
import { temporaryFolder, writeFiles } from "../../src/testing/temporary-folder.js";

test("a build removes files that it did not make, and does not rewrite files that are up to date", () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "dist/same.js": "same",
    "dist/changed.js": "old",
    "dist/chunks/.stale.js": "",
    "src/index.ts": "",
  });
  const long = new Date(1_700_000_000_000);
  for (const name of ["same.js", "changed.js"]) utimesSync(join(folder, "dist", name), long, long);
  writeDist(
    folder,
    new Map([
      ["dist/same.js", "same"],
      ["dist/changed.js", "new"],
      ["dist/chunks/more.js", "more"],
    ]),
  );
  const isOld = (name: string) => statSync(join(folder, "dist", name)).mtimeMs === long.getTime();
  expect({ same: isOld("same.js"), changed: isOld("changed.js") }).toEqual({ same: true, changed: false });
  const there = ["dist/chunks/more.js", "dist/chunks/.stale.js", "src/index.ts"].map((path) =>
    existsSync(join(folder, path)),
  );
  expect(there).toEqual([true, false, true]);
});

test("each bundled package has its licence, even when it is nested in another", () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "node_modules/b/package.json": { name: "b", version: "1.0.0", license: "MIT" },
    "node_modules/b/license": "Licence of b and d\n",
    "node_modules/b/node_modules/@a/a/package.json": { name: "@a/a", version: "2.0.0" },
    "node_modules/b/node_modules/@a/a/LICENSE.md": "Licence of a\n",
    "node_modules/c/package.json": { name: "c", version: "3.0.0", license: "ISC" },
    "node_modules/d/package.json": { name: "d", version: "4.0.0", license: "MIT" },
    "node_modules/d/LICENCE": "Licence of b and d",
  });
  const nested = "node_modules/b/node_modules/@a/a/y.js";
  const inputs = ["src/index.ts", "node_modules/b/lib/x.js", nested, "node_modules/b/z.js", "node_modules/d/d.js"];
  expect(bundledLicenses(folder, inputs).split(/\n\n-+\n\n/)).toEqual([
    "b 1.0.0 (MIT)\nd 4.0.0 (MIT)\n\nLicence of b and d",
    "@a/a 2.0.0 (see below)\n\nLicence of a\n",
  ]);
  expect(bundledLicenses(folder, ["src/index.ts"])).toBe("");
  expect(() => bundledLicenses(folder, ["node_modules/c/index.js"])).toThrow("c is bundled, and");
});
