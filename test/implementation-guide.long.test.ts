/**
 * The guide from an empty folder to a green profile: its files are written and its commands run, in the order of the
 * page, against the packed package.
 */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../src/index.js";
import { packageRoot } from "../src/package-root.js";
import { EXAMPLE_FOLDER, EXAMPLE_TIME, toolExamples } from "./docs-examples.js";
import { packedPackage } from "./packed-package.js";

const page = readFileSync(join(packageRoot, "docs/use/implementation-guide.md"), "utf8");
let folder: string;
let packed: string;

interface Block {
  readonly language: string;
  readonly code: string;
}

const steps = page
  .split(/^## (?=\d+\. )/m)
  .slice(1)
  .map((section) => ({
    title: section.split("\n", 1)[0] ?? "",
    blocks: [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
      ([, language = "", code = ""]): Block => ({ language, code }),
    ),
  }));

/** A command as the page shows it, with the exit code that its comment tells; 0 without one. */
function run(line: string) {
  const [command = "", comment = ""] = line.split(" # ");
  // A runner inside a runner: neither may take the other for itself.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_TEST|TEST$)/.test(name)),
  );
  // package.test.ts shows that npx finds the command; half of the time of a short one would be npx.
  const direct = command
    .replace(/(?<=--save-dev )nexus-core$/, packed)
    .replace(/^npx (?=nexus-)/, "node_modules/.bin/");
  const { status, stdout, stderr } = spawnSync("sh", ["-c", direct], {
    cwd: folder,
    encoding: "utf8",
    env: { ...env, npm_config_loglevel: "silent", npm_config_prefer_offline: "true", npm_config_audit: "false" },
  });
  const expected = Number(/exit code (\d)/.exec(comment)?.[1] ?? 0);
  return { status, expected, output: stdout + stderr };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nexus-guide-"));
  packed = await packedPackage();
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the guide", () => {
  test("has its steps, and commands in all but those that write files alone", () => {
    expect(steps.map(({ title }) => Number.parseInt(title, 10))).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
    const withCommands = steps.filter(({ blocks }) => blocks.some(({ language }) => language === "sh"));
    expect(withCommands.map(({ title }) => Number.parseInt(title, 10))).toEqual([
      1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
    ]);
  });

  test.each(steps)("step $title", { timeout: 400_000 }, ({ blocks }) => {
    let output = "";
    for (const { language, code } of blocks) {
      const name = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(code)?.[1];
      if (language === "sh") {
        output = "";
        for (const line of code.trim().split("\n")) {
          const { status, expected, ...result } = run(line);
          expect({ line, status, output: result.output }).toEqual({ line, status: expected, output: result.output });
          output += result.output;
        }
      } else if (language === "text") {
        for (const line of code.trim().split("\n")) expect(output).toContain(line);
      } else {
        if (name === undefined) throw new Error(`a block of ${language} names no file`);
        writeFileSync(join(folder, name), code);
      }
    }
  });

  test("its harness was seen to keep every MUST and SHOULD of the contract", () => {
    // Of step 16, which reaches the harness as a process, so that nothing is left out.
    const { profile, requirements } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as Report;
    expect(profile).toBe("full");
    expect(requirements.length).toBeGreaterThan(300);
    const others = requirements.filter(({ status }) => !["conforming", "untested"].includes(status));
    // What memory does to files is a surface that the guide leaves to its reader, and says so.
    expect(others.filter(({ id, status }) => status !== "not_applicable" || !/^core\.memory_/.test(id))).toEqual([]);
    expect(requirements.filter(({ status }) => status === "untested").map(({ id }) => id)).toEqual([
      "core.outputs.own-extensions",
    ]);
  });

  test("its harness answers the session of the tools page as it is shown there", () => {
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

  test("its lock lets several processes write at once, also after one has died with it", {
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
