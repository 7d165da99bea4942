/** Follows README like a new user: writes its files and runs its commands, with the packed package installed. */

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { packedPackage } from "../package/packed-package.js";
import { follow, sectionsOf } from "./page-blocks.js";

const sections = sectionsOf(readFileSync(join(packageRoot, "README.md"), "utf8"));
const root = mkdtempSync(join(tmpdir(), "nexus-readme-"));
const project = join(root, "project");

/** Commands for a clone. `.ci/run` runs exactly these, so this test does not. */
const FOR_CONTRIBUTORS = "Work on it";
/** The test run has packed the package already. */
const IN_A_CLONE = /^.* # in a clone.*\n/gm;

beforeAll(async () => {
  const packed = await packedPackage();
  mkdirSync(project);
  mkdirSync(join(root, "nexus-core"));
  copyFileSync(packed, join(root, "nexus-core", basename(packed)));
}, 300_000);

afterAll(() => rmSync(root, { recursive: true, force: true }), 60_000);

test("README has steps for users and for contributors", () => {
  const withCommands = sections.filter(({ blocks }) => blocks.some(({ language }) => language === "sh"));
  expect(withCommands.map(({ title }) => title)).toEqual([
    "Install",
    "You have a harness: judge it",
    "You want roles: use them",
    FOR_CONTRIBUTORS,
  ]);
});

test.each(sections.filter(({ title }) => title !== FOR_CONTRIBUTORS))("$title", { timeout: 300_000 }, ({ blocks }) => {
  follow(
    blocks.map(({ language, code }) => ({ language, code: code.replaceAll(IN_A_CLONE, "") })),
    project,
  );
});

test("the first report fits on a screen", () => {
  const words = ["run", "--profile", "minimal", "--adapter", "module:./adapter.mjs"];
  const { stdout } = spawnSync("node_modules/.bin/nexus-conformance", words, { cwd: project, encoding: "utf8" });
  expect(stdout).toContain("Fix first");
  expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
}, 60_000);

test("CI runs the commands that README gives contributors", () => {
  const script = readFileSync(join(packageRoot, ".ci/run"), "utf8").replaceAll(/^\s*#.*/gm, "");
  const called = [...script.matchAll(/\bnpm (?:run )?(?:--silent )?[\w:]+/g)].map(([command]) => command);
  expect(called).toContain("npm cit");
  const told = sections.find(({ title }) => title === FOR_CONTRIBUTORS)?.blocks.map(({ code }) => code) ?? [];
  expect(called.filter((command) => !told.join("").includes(command))).toEqual([]);
});
