/**
 * `npm run bench:content`: what compiling, checking and rendering content costs, beside reading, parsing and hashing the
 * same files in the same round.
 */

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fastGlob from "fast-glob";
import { load } from "js-yaml";
import { fromMarkdown } from "mdast-util-from-markdown";
import { packageRoot } from "../src/base/package-root.js";
import { buildFolder } from "../src/content/manifest/build.js";
import { render } from "../src/render/render.js";
import { TARGETS } from "../src/render/targets.js";
import { medianOf } from "./median.js";

const SIZES = process.argv.includes("--large") ? [10, 100, 1_000, 10_000] : [10, 100, 1_000];
const ROUNDS = 3;

const claude = TARGETS.get("claude");
if (claude === undefined) throw new Error("there is no target claude");

process.stdout.write("agents  read, parse, hash     build, validate     render    check\n");
for (const size of SIZES) {
  const root = mkdtempSync(join(tmpdir(), "bench-content-"));
  const folder = join(root, "content");
  lay(folder, size);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const out = join(root, `out-${round}`);
    mkdirSync(out);
    return {
      base: timed(() => readParseHash(folder)),
      build: timed(() => {
        const { outcome, findings } = buildFolder(folder);
        if (outcome === "invalid") throw new Error(findings[0]?.message);
      }),
      render: timed(() => render({ folder, out, target: claude })),
      check: timed(() => render({ folder, out, target: claude, dryRun: true })),
    };
  });
  const median = (name: keyof (typeof rounds)[number]) => medianOf(rounds.map((round) => round[name]));
  const share = medianOf(rounds.map(({ base, build }) => build / base));
  const ms = (name: keyof (typeof rounds)[number]) => `${Math.round(median(name))} ms`;
  process.stdout.write(
    `${String(size).padStart(6)}  ${ms("base").padStart(17)}  ${`${ms("build")}, ${share.toFixed(1)} times`.padStart(18)}  ${ms("render").padStart(9)}  ${ms("check").padStart(7)}\n`,
  );
  rmSync(root, { recursive: true, force: true });
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The shipped content with so many more agents, no two of which share a paragraph. */
function lay(folder: string, size: number): void {
  for (const name of ["vocabulary", "agents", "skills"])
    cpSync(join(packageRoot, name), join(folder, name), { recursive: true });
  const meta = readFileSync(join(packageRoot, "agents/writer/meta.yml"), "utf8");
  const body = readFileSync(join(packageRoot, "agents/writer/body.md"), "utf8");
  for (let index = 0; index < size; index += 1) {
    const id = `writer-${index}`;
    const file = join(folder, "agents", id, "meta.yml");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, meta.replace(/^id: writer$/m, `id: ${id}`).replace(/^name: writer$/m, `name: ${id}`));
    writeFileSync(join(dirname(file), "body.md"), body.replaceAll(/(?<=[a-z])\.$/gm, `, number ${index}.`));
  }
}

function readParseHash(folder: string): void {
  for (const file of fastGlob.sync("**/*.{yml,md}", { cwd: folder, absolute: true })) {
    const text = readFileSync(file, "utf8");
    createHash("sha256").update(text).digest("hex");
    if (file.endsWith(".md")) fromMarkdown(text);
    else load(text);
  }
}
