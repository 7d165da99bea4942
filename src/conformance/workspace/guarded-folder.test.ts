/** An implementation that changes files outside its workspace is caught, over every form of adapter. */

import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { runConformance } from "../engine/run-conformance.js";
import type { Params } from "../fixture/case.js";
import { COUNTER, counterAdapter, counterContract } from "../testing/counter-contract.js";
import { hostileContract, OUTSIDE, violated } from "../testing/hostile-contract.js";
import { GuardedFolders } from "./guarded-folder.js";

/** The failures of a `read` that misbehaves, with the files. */
async function failuresOf(misdeed: (workspace: string, home: string) => void) {
  const read = (_: unknown, workspace: string) => {
    misdeed(workspace, join(workspace, "../../../home"));
    return { total: 0 };
  };
  const contract = counterContract({ "contract.yml": OUTSIDE });
  const report = await runConformance(counterAdapter({ read }), { contract, run: ["read_starts_at_zero"] });
  const [result] = report.cases;
  return { violated: violated(report), files: result?.failures.map(({ file }) => file) };
}

test.each<[string, (workspace: string, home: string) => void, readonly string[]]>([
  ["one level up", (at) => writeFileSync(join(at, "../x"), ""), ["../../../code/projects/x"]],
  ["two levels up", (at) => writeFileSync(join(at, "../../x"), ""), ["../../../code/x"]],
  ["three levels up", (at) => writeFileSync(join(at, "../../../x"), ""), ["../../../x"]],
  ["into a file of the user", (_, home) => appendFileSync(join(home, ".profile"), "x"), ["../../../home/.profile"]],
  [
    "the keys of the user",
    (_, home) => appendFileSync(join(home, ".ssh/authorized_keys"), "x"),
    ["../../../home/.ssh/authorized_keys"],
  ],
  ["into a new file of the user", (_, home) => writeFileSync(join(home, "new.txt"), ""), ["../../../home/new.txt"]],
  ["an empty folder", (at) => mkdirSync(join(at, "../../empty")), ["../../../code/empty/"]],
  ["a link", (at) => symlinkSync("nowhere", join(at, "../link")), ["../../../code/projects/link"]],
])("writing %s is the only failure", async (_, misdeed, files) => {
  expect(await failuresOf(misdeed)).toEqual({ violated: ["counter.outside"], files });
});

test("deleting a folder of the user is reported for each file", async () => {
  const { violated: ids, files } = await failuresOf((_, home) => rmSync(join(home, "documents"), { recursive: true }));
  expect([ids, files]).toEqual([["counter.outside"], ["../../../home/documents/letter.txt"]]);
});

test.each([
  ["opened", (at: string) => ({ open: () => writeFileSync(join(at, "../log"), "") })],
  ["closed", (at: string) => ({ close: () => writeFileSync(join(at, "../log"), "") })],
])("writing outside the workspace while a session is %s is the only failure", async (_, misdeeds) => {
  const honest = counterAdapter();
  const adapter: Adapter = {
    ...honest,
    async open(context) {
      const { open, close } = misdeeds(context.workspace) as { open?: () => void; close?: () => void };
      open?.();
      return { ...(await honest.open(context)), close: () => close?.() };
    },
  };
  const contract = counterContract({ "contract.yml": OUTSIDE });
  const report = await runConformance(adapter, { contract, run: ["read_starts_at_zero"] });
  expect(violated(report)).toEqual(["counter.outside"]);
  expect(report.cases[0]?.failures.map(({ message }) => message)).toEqual([
    "opening or closing a session created ../../../code/projects/log, which the contract does not let it touch",
  ]);
});

test("what is written outside the workspace between two cases is found in the second", async () => {
  const honest = counterAdapter();
  const adapter: Adapter = {
    ...honest,
    open: async (context) => ({
      ...(await honest.open(context)),
      close: () => void setImmediate(() => writeFileSync(join(context.workspace, "../late"), "")),
    }),
  };
  const contract = counterContract({ "contract.yml": OUTSIDE });
  const report = await runConformance(adapter, { contract, jobs: 1 });
  const [first, second] = report.cases.map(({ failures }) => failures.map(({ file }) => file));
  expect([first, second]).toEqual([[], ["../../../code/projects/late"]]);
});

test("temporary files and hidden files of programs in the home folder are allowed", async () => {
  const harmless = await failuresOf((at, home) => {
    writeFileSync(join(at, "../../../tmp/scratch"), "");
    writeFiles(home, { ".cache/mine/x": "", ".minerc": "", ".ssh/known_hosts": "" });
  });
  expect(harmless).toEqual({ violated: [], files: [] });
});

test("after damage the next case gets a new guarded folder, and all folders are removed", async () => {
  const parent = temporaryFolder();
  const seen = new Map<string, boolean>();
  const harm = (_: unknown, workspace: string) => {
    seen.set(workspace, existsSync(join(workspace, "../harm")));
    writeFileSync(join(workspace, "../harm"), "");
    return { total: 0 };
  };
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = parent;
  try {
    await runConformance(counterAdapter({ read: harm }), { contract: counterContract() });
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
  expect([...seen.values()]).toEqual([false, false]);
  expect(readdirSync(parent)).toEqual([]);
});

test("what a case was given goes with it, and the next case has the same home", async () => {
  const folders = new GuardedFolders(temporaryFolder(), false);
  const guarded = folders.take();
  guarded.give("home/.mine/deep/a.json", "1");
  guarded.give("home/documents/b.json", "1");
  guarded.allowRepository();
  writeFiles(guarded.workspaces, { ".git/HEAD": "ref: refs/heads/main\n" });
  expect([...guarded.look(undefined).keys()].some((file) => file.includes(".git"))).toBe(false);
  await folders.giveBack(guarded);
  expect(folders.take()).toBe(guarded);
  expect(existsSync(join(guarded.workspaces, ".git"))).toBe(false);
  expect(existsSync(join(guarded.home, ".mine"))).toBe(false);
  expect(readdirSync(join(guarded.home, "documents"))).toEqual(["letter.txt"]);
  await folders.remove();
});

test("nothing is taken away through a link that an implementation has left", async () => {
  const elsewhere = temporaryFolder();
  const folders = new GuardedFolders(temporaryFolder(), false);
  const guarded = folders.take();
  guarded.give("home/documents/b.json", "1");
  cpSync(join(guarded.home, "documents"), elsewhere, { recursive: true });
  rmSync(join(guarded.home, "documents"), { recursive: true });
  symlinkSync(elsewhere, join(guarded.home, "documents"));
  await folders.giveBack(guarded);
  expect(folders.take()).not.toBe(guarded);
  expect(readdirSync(elsewhere).sort()).toEqual(["b.json", "letter.txt"]);
  await folders.remove();
});

test("names that are not UTF-8, huge sparse files and very deep folders are seen and removed", async () => {
  const parent = temporaryFolder();
  const deep =
    "for (let level = 0; level < 60; level += 1) { const n = 'd'.repeat(100); fs.mkdirSync(n); process.chdir(n); }";
  const misdeed = (workspace: string) => {
    writeFileSync(Buffer.concat([Buffer.from(`${workspace}/a`), Buffer.from([0xff])]), "");
    writeFileSync(join(workspace, "sparse"), "");
    truncateSync(join(workspace, "sparse"), 2 ** 40);
    execFileSync(process.execPath, ["-e", deep], { cwd: workspace });
  };
  vi.stubEnv("TMPDIR", parent);
  const { files = [] } = await failuresOf(misdeed).finally(() => vi.unstubAllEnvs());
  expect(files.map((file = "") => file.replaceAll(/(d{100}\/)+/gu, "deep/"))).toEqual(["a\\xff", "deep/", "sparse"]);
  expect(readdirSync(parent)).toEqual([]);
});

/** An adapter program that reports its home and temporary folders. */
const PROGRAM = `
  import { homedir, tmpdir } from "node:os";
  import { createInterface } from "node:readline";
  import { appendFileSync } from "node:fs";
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, cmd, workspace } = JSON.parse(line);
    if (cmd === "open") appendFileSync(process.argv[2], JSON.stringify([workspace, homedir(), tmpdir()]) + "\\n");
    const result = cmd === "hello" ? { name: "p", pool: process.argv[3] === "pool" } : cmd === "call" ? { total: 0 } : null;
    console.log(JSON.stringify({ id, result }));
  }
`;

test.each(["pool", "alone"])("a program has its home and temporary folders in the guarded folder: %s", async (how) => {
  const folder = temporaryFolder();
  writeFiles(folder, { "program.mjs": PROGRAM });
  const adapter = `lines:node ${folder}/program.mjs ${folder}/seen ${how}`;
  await runConformance(adapter, { contract: counterContract(), run: ["read_*"], jobs: 2 });
  const seen = readFileSync(join(folder, "seen"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as string[]);
  expect(seen.length).toBe(2);
  for (const [workspace = "", home, temporary] of seen) {
    expect([home, temporary]).toEqual([join(workspace, "../../../home"), join(workspace, "../../../tmp")]);
  }
});

test("files that a program writes to its home folder as it ends are removed after the run", async () => {
  const folder = temporaryFolder();
  const late = `${PROGRAM}
    import { mkdirSync } from "node:fs";
    mkdirSync(homes + "/.cache/x", { recursive: true });
  `.replace(
    'if (cmd === "open")',
    'if (cmd === "open") homes = JSON.parse(line).user?.home ?? workspace + "/../../../home"; if (cmd === "open")',
  );
  writeFiles(folder, { "program.mjs": `let homes = "";${late}`, "tmp/x": "" });
  const contract = hostileContract(LINKED);
  vi.stubEnv("TMPDIR", join(folder, "tmp"));
  const adapter = `lines:node ${folder}/program.mjs ${folder}/seen pool`;
  await runConformance(adapter, { contract, run: ["add_to_a_linked_counter"] }).finally(() => vi.unstubAllEnvs());
  expect(readdirSync(join(folder, "tmp"))).toEqual(["x"]);
});

test("a module has them too while it is judged, and the process gets its own back afterwards", async () => {
  const folder = temporaryFolder();
  const module = `
    import { homedir, tmpdir } from "node:os";
    export const seen = [];
    export default { name: "m", open: ({ workspace }) => ({ call: () => { seen.push([workspace, homedir(), tmpdir()]); return { total: 0 }; } }) };
  `;
  writeFiles(folder, { "adapter.mjs": module });
  const before = [homedir(), tmpdir()];
  await runConformance(`module:${folder}/adapter.mjs`, {
    contract: counterContract(),
    run: ["read_*"],
    inProcess: true,
  });
  expect([homedir(), tmpdir()]).toEqual(before);
  const { seen } = (await import(join(folder, "adapter.mjs"))) as { seen: readonly string[][] };
  expect(seen).toHaveLength(2);
  for (const [workspace = "", home, temporary] of seen) {
    expect([home, temporary]).toEqual([join(workspace, "../../../home"), join(workspace, "../../../tmp")]);
  }
});

test("a module does not see the real home while it is loaded, and its files are removed after the run", async () => {
  const folder = temporaryFolder();
  const module = `
    import { writeFileSync } from "node:fs";
    import { homedir } from "node:os";
    const home = homedir();
    writeFileSync(new URL("./home.txt", import.meta.url), home);
    writeFileSync(home + "/.loaded", "");
    export default { name: "m", open: () => ({ call: () => { writeFileSync(home + "/.called", ""); return { total: 0 }; } }) };
  `;
  writeFiles(folder, { "adapter.mjs": module });
  const before = homedir();
  const options = { contract: counterContract(), run: ["read_starts_at_zero"] };
  const { cases } = await runConformance(`module:${folder}/adapter.mjs`, options);
  const home = readFileSync(join(folder, "home.txt"), "utf8");
  expect([cases[0]?.status, home === before, existsSync(home), homedir()]).toEqual(["passed", false, false, before]);
});

const LINKED = {
  test_id: "add_to_a_linked_counter",
  description: "The counter is a link to a file of the user",
  verifies: ["counter.outside", "counter.unread"],
  precondition: {
    state_files: { ".state/counter.json": { symlink: "../../../../home/mine.json" } },
    guarded_files: { "home/mine.json": { total: 4711 } },
  },
  action: { tool: "add", params: { by: 1 } },
  postcondition: { assert_either: { conceals: ["471"] } },
};

test("a hidden file of the user is guarded if the case creates it", async () => {
  const hidden = {
    ...LINKED,
    precondition: {
      state_files: { ".state/counter.json": { symlink: "{HOME}/.mine/a.json" } },
      guarded_files: { "home/.mine/a.json": { total: 4711 } },
    },
  };
  const options = { contract: hostileContract(hidden), run: ["add_to_a_linked_counter"] };
  const report = await runConformance(counterAdapter(), options);
  expect(report.cases[0]?.failures.map(({ file }) => file)).toContain("../../../home/.mine/a.json");
});

test("a file of the user behind a link is guarded, and its content must not leak", async () => {
  const contract = hostileContract(LINKED, {
    ...LINKED,
    test_id: "absolute",
    precondition: {
      ...LINKED.precondition,
      state_files: { ".state/counter.json": { symlink: "{HOME}/mine.json" } },
    },
  });
  const report = await runConformance(counterAdapter(), { contract, run: ["add_to_a_linked_counter", "absolute"] });
  expect(report.cases.map(({ failures }) => failures.map(({ code, message }) => `${code} ${message}`))).toEqual(
    Array.from({ length: 2 }, () => [
      "NXC_CASE_REVEALS the answer of add contains 471, which comes from a file outside the project",
      "NXC_ORACLE_TREE add changed ../../../home/mine.json, which the contract does not let it touch",
    ]),
  );
});

test.each([
  [
    "refuses",
    () => {
      throw new Error("it is a link");
    },
  ],
  ["takes the link for nothing", () => ({ total: 0 })],
])("a call that may be answered or refused is content with what %s", async (_, add) => {
  const careful = (params: Params, workspace: string) =>
    lstatSync(join(workspace, ".state/counter.json"), { throwIfNoEntry: false })?.isSymbolicLink()
      ? add()
      : COUNTER["add"]?.(params, workspace);
  const report = await runConformance(counterAdapter({ add: careful }), { contract: hostileContract(LINKED) });
  expect(report.cases.filter(({ status }) => status !== "passed")).toEqual([]);
});

test("an allowed refusal proves nothing about an implementation that refuses everything", async () => {
  const add = () => {
    throw new Error("no");
  };
  const options = { contract: hostileContract(LINKED), run: ["add_to_a_linked_counter"] };
  const report = await runConformance(counterAdapter({ add }), options);
  expect(report.cases[0]).toMatchObject({ status: "blocked", reason: expect.stringContaining("add works in no case") });
});

test.each([
  ["a link that leaves the guarded folder", { a: { symlink: "../../../../etc" } }, "leaves the guarded folder"],
  ["a link to the guarded folder itself", { a: { symlink: "../../.." } }, "leaves the guarded folder"],
  ["an absolute link", { a: { symlink: "/etc/passwd" } }, "leaves the guarded folder"],
  ["a link to the home folder", { a: { symlink: "{HOME}" } }, /must follow: \{HOME\}\/NAME/u],
  ["a link out of the home folder", { a: { symlink: "{HOME}/../x" } }, "leaves the home folder"],
])("a fixture with %s is refused", async (_, files, problem) => {
  const broken = { ...LINKED, precondition: { state_files: files } };
  await expect(runConformance(counterAdapter(), { contract: hostileContract(broken) })).rejects.toThrow(problem);
});
