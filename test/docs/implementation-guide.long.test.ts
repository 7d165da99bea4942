/**
 * Follows the guide from an empty folder to a green profile: writes its files and runs its commands in the order of the
 * page, with the packed package.
 */

import { execFileSync, spawn } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import type { Report } from "../../src/index.js";
import { packedPackage } from "../package/packed-package.js";
import { EXAMPLE_FOLDER, EXAMPLE_TIME, toolExamples } from "./docs-examples.js";
import { follow, sectionsOf } from "./page-blocks.js";

const page = readFileSync(join(packageRoot, "docs/use/implementation-guide.md"), "utf8");
const EXAMPLE = "docs/use/examples/harness";
let folder: string;

const steps = sectionsOf(page);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nexus-guide-"));
  const packed = await packedPackage();
  copyFileSync(packed, join(folder, basename(packed)));
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

describe("the guide", () => {
  test("has commands in every step except those that only add files", () => {
    expect(steps.map(({ title }) => Number.parseInt(title, 10))).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
    const withCommands = steps.filter(({ blocks }) => blocks.some(({ language }) => language === "sh"));
    expect(withCommands.map(({ title }) => Number.parseInt(title, 10))).toEqual([1, 6, 7, 8, 9, 10]);
  });

  test("explains every file of its harness", () => {
    const files = readdirSync(join(packageRoot, EXAMPLE)).sort();
    const linked = [...page.matchAll(/\]\(examples\/harness\/([\w.-]+)\)/g)].map(([, name = ""]) => name);
    expect([...new Set(linked)].sort()).toEqual(files);
  });

  test.each(steps)("step $title", { timeout: 400_000 }, ({ blocks }) => follow(blocks, folder));

  test("builds a harness that conforms to every MUST and SHOULD", () => {
    // The report of step 10.
    const { profile, requirements } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as Report;
    expect(profile).toBe("tools");
    expect(requirements.length).toBeGreaterThan(150);
    expect(
      requirements.filter(({ level, status }) => /^(?:MUST|SHOULD)$/.test(level) && status !== "conforming"),
    ).toEqual([]);
  });

  test("builds a harness that gives the answers of the tools page", () => {
    const project = join(folder, "session");
    mkdirSync(join(project, ".git"), { recursive: true });
    writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
    const examples = toolExamples();
    const script = `import { call } from "./harness.mjs";
const results = [];
for (const { call: tool, params } of ${JSON.stringify(examples)}) {
  results.push(await call("session", tool, params).then((answer) => ({ answer }), ({ message }) => ({ error: message })));
}
console.log(JSON.stringify(results));`;
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: folder,
      encoding: "utf8",
    });
    const results = JSON.parse(
      printed
        .replaceAll(realpathSync(project), EXAMPLE_FOLDER)
        .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, JSON.stringify(EXAMPLE_TIME)),
    ) as readonly unknown[];
    expect(results).toEqual(examples.map(({ answer, error }) => (error === undefined ? { answer } : { error })));
  });

  test("has a lock that serves several processes, even after its holder has died", {
    timeout: 60_000,
  }, async () => {
    const project = join(folder, "project");
    mkdirSync(project);
    const script = (work: string) =>
      `import { call } from "./harness.mjs"; import { withLock } from "./lock.mjs"; ${work}`;
    const node = (work: string) =>
      new Promise<number | null>((resolve) => {
        spawn(process.execPath, ["--input-type=module", "-e", script(work)], { cwd: folder, stdio: "inherit" }).on(
          "close",
          resolve,
        );
      });
    await node(`await withLock("project", () => process.kill(process.pid, "SIGKILL"));`);
    const add = `for (let i = 0; i < 20; i += 1) await call("project", "task_add", { title: "t", context: "c" });`;
    expect(await Promise.all([node(add), node(add), node(add)])).toEqual([0, 0, 0]);
    const file = JSON.parse(readFileSync(join(project, ".nexus/state/tasks.json"), "utf8")) as {
      tasks: { id: number }[];
    };
    expect(file.tasks.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });
});
