/** The packages that npm would publish: their form, their size, and the links on their pages. */

import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { build } from "esbuild";
import fastGlob from "fast-glob";
import { fromMarkdown } from "mdast-util-from-markdown";
import { publint } from "publint";
import { beforeAll, expect, test } from "vitest";
import { type BuiltPackage, builtPackages } from "../../scripts/build/packages.js";
import { packageRoot } from "../../src/base/package-root.js";
import { installedPackage, type Packed, PUBLISHED, packedPackages } from "./packed-package.js";

const MB = 1_000_000;
let packed: readonly Packed[];
/** The root package in the project of a user. */
let project: string;

beforeAll(async () => {
  packed = await packedPackages();
  project = await installedPackage();
}, 300_000);

const packedAt = (folder: string) => packed.find((each) => each.folder === folder)!;

test.each(PUBLISHED)("publint finds nothing in %s", async (folder) => {
  const { buffer } = readFileSync(packedAt(folder).tarball);
  const { messages } = await publint({ pack: { tarball: buffer as ArrayBuffer }, strict: true });
  expect(messages).toEqual([]);
});

test.each(PUBLISHED)("the types of %s match its code for every way to import it", (folder) => {
  const attw = join(packageRoot, "node_modules/.bin/attw");
  const words = [packedAt(folder).tarball, "--profile", "esm-only", "--format", "ascii"];
  const { status, stdout } = spawnSync(attw, words, { encoding: "utf8" });
  expect({ status, stdout }).toMatchObject({ status: 0 });
});

test.each(PUBLISHED)("%s contains code, types and contracts, and nothing that only its makers need", (folder) => {
  const { files } = packedAt(folder);
  expect(files).toEqual(expect.arrayContaining(["dist/index.js", "dist/index.d.ts", "README.md", "LICENSE"]));
  const makers =
    /^src\/|\.map$|^dist\/.*\.test\.|\/testing\/|^docs\/maintain|mutants\/|reference\.yml|stryker|\.tsbuildinfo$/;
  expect(files.filter((path) => makers.test(path))).toEqual([]);
});

test("the package stays small", () => {
  const [{ files, unpackedSize }] = packed as [Packed];
  expect(files.length).toBeLessThanOrEqual(700);
  expect(unpackedSize).toBeLessThanOrEqual(4 * MB);
});

test("a user installs few and small packages", () => {
  const lock = JSON.parse(readFileSync(join(project, "node_modules/.package-lock.json"), "utf8")) as {
    packages: object;
  };
  expect(Object.keys(lock.packages).length).toBeLessThanOrEqual(40);
  const installed = fastGlob.sync("node_modules/**", { cwd: project, dot: true, absolute: true });
  const bytes = installed.reduce((sum, path) => sum + statSync(path).size, 0);
  expect(bytes).toBeLessThanOrEqual(12 * MB);
});

test("every bundled package has its licence in the package", async () => {
  const [{ folder, exports, inner, dependencies }] = builtPackages() as [BuiltPackage];
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [...exports, ...inner].map((path) => `src/${path}.ts`),
    outdir: "dist",
    bundle: true,
    platform: "node",
    external: [...dependencies],
    metafile: true,
    write: false,
  });
  const named = Object.keys(metafile.inputs).flatMap((path) => path.split("node_modules/").slice(1).at(-1) ?? []);
  const bundled = new Set(named.map((path) => path.split("/", path.startsWith("@") ? 2 : 1).join("/")));
  expect(bundled.size).toBeGreaterThan(0);
  const licenses = readFileSync(join(project, "node_modules/nexus-core/dist/THIRD-PARTY-LICENSES"), "utf8");
  expect([...bundled].filter((name) => !licenses.split("\n").some((line) => line.startsWith(`${name} `)))).toEqual([]);
});

test.each(PUBLISHED)("every link on the pages of %s leads to an installed file", (folder) => {
  const { files } = packedAt(folder);
  const pages = files.filter((path) => path.endsWith(".md"));
  expect(pages).not.toEqual([]);
  const broken = pages.flatMap((page) =>
    targetsOf(readFileSync(join(packageRoot, folder, page), "utf8"))
      .filter((target) => !/^[a-z]+:/.test(target) && !isShipped(target, page, files))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

/** Whether the target of a link ships with the package. The tests of the pages check fragments. */
function isShipped(target: string, page: string, files: readonly string[]): boolean {
  const [path = ""] = target.split("#");
  const file = path === "" ? page : normalize(join(dirname(page), decodeURI(path))).replace(/\/$/, "");
  return files.some((shipped) => shipped === file || shipped.startsWith(`${file}/`));
}

function targetsOf(page: string): readonly string[] {
  return nodesOf(fromMarkdown(page)).flatMap((node) =>
    node.type === "link" || node.type === "image" || node.type === "definition" ? [node.url] : [],
  );
}

type Page = ReturnType<typeof fromMarkdown>;
type Nodes = Page | Page["children"][number];

function nodesOf(node: Nodes): readonly Nodes[] {
  return [node, ...("children" in node ? node.children.flatMap(nodesOf) : [])];
}
