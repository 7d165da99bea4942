import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Project } from "../testing/project.js";
import { StateStore } from "./state-store.js";

const plan = { id: 1, topic: "Search", issues: [], created_at: "2026-03-01T09:00:00Z" };
const tasks = { goal: "", decisions: [], tasks: [] };

const storeOf = ({ root }: Project) => new StateStore(root, "test");

test("a file with bytes that are not UTF-8 is refused, because writing it back would lose them", () => {
  const bytes = Buffer.from(JSON.stringify({ ...tasks, x_name: "caf\u00e9" }), "latin1");
  const project = new Project({ ".nexus/state/tasks.json": bytes });
  expect(() => storeOf(project).load({ writes: true, reads: ["tasks"] })).toThrow(
    ".nexus/state/tasks.json is not valid JSON: it is not UTF-8. Nothing was changed.",
  );
});

test("a file that is no object is refused with its name, the place and the problem", () => {
  const store = storeOf(new Project({ ".nexus/state/tasks.json": "[]" }));
  expect(() => store.load({ writes: true, reads: ["tasks"] })).toThrow(
    ".nexus/state/tasks.json breaks its schema at its top: it must be of type object. " +
      "Nothing was changed. Repair the file or move it away, then call again.",
  );
});

test("a plan that replaces an archived one takes nothing from it, and the archived one stays as it was", () => {
  const old = {
    id: "1",
    topic: "Search",
    research_summary: null,
    issues: [{ id: 1, title: "Which", how_agents: null }],
  };
  const project = new Project({ ".nexus/state/plan.json": old });
  const state = storeOf(project).load({ writes: true, reads: ["plan", "history"] });
  const issues = [{ id: 1, title: "How", status: "pending" }] as const;
  const next = { id: 2, topic: "Search", issues, created_at: plan.created_at };
  const archive = { completed_at: plan.created_at, branch: "main", plan: state.plan, tasks: [] };
  storeOf(project).commit({ archive, plan: next }, state);
  expect(project.read(".nexus/state/plan.json")).toEqual(next);
  expect(project.read(".nexus/history.json")).toEqual({ cycles: [{ ...archive, plan: old }] });
});

test("a folder in place of a file is refused by name", () => {
  const project = new Project();
  mkdirSync(join(project.root, ".nexus/state/plan.json"), { recursive: true });
  expect(() => storeOf(project).load({ writes: true, reads: ["plan"] })).toThrow(
    /^\.nexus\/state\/plan\.json cannot be read: /u,
  );
});

test("a file in place of a folder is refused with the name of the file that could not be written", () => {
  const project = new Project({ ".nexus": "not a folder" });
  expect(() => storeOf(project).commit({ plan })).toThrow(/^\.nexus\/state\/plan\.json cannot be written: /u);
  expect(project.readText(".nexus")).toBe("not a folder");
});

test("nothing changes if one of several files cannot be written", () => {
  const project = new Project({ ".nexus/history.json": { cycles: [] }, ".nexus/state": "not a folder" });
  const cycle = { completed_at: plan.created_at, branch: "main", plan: null, tasks: [] };
  expect(() => storeOf(project).commit({ archive: cycle, plan })).toThrow(
    /^\.nexus\/state\/plan\.json cannot be written: /u,
  );
  expect(project.files()).toEqual([".nexus/history.json", ".nexus/state"]);
  expect(project.read(".nexus/history.json")).toEqual({ cycles: [] });
});

test("a lock that cannot be taken is refused with the holder or the reason", async () => {
  const project = new Project();
  const live = { pid: 1, host: "elsewhere", started: "" };
  project.write(".nexus/state/.lock/held/f0e1d2c3b4a5968778", live);
  await expect(storeOf(project).lock({ patience: 0 })).rejects.toMatchObject({
    code: "LOCK_BUSY",
    message:
      'a process of "elsewhere" has held the lock of .nexus/state for more than 0 s. Nothing was changed. Call again.',
  });
  await expect(storeOf(new Project({ ".nexus": "a file" })).lock()).rejects.toMatchObject({
    code: "LOCK_UNWRITABLE",
    message: expect.stringMatching(/^\.nexus\/state\/\.lock cannot be written: ENOTDIR/),
  });
  const linked = new Project({ ".nexus/state/plan.json": plan });
  symlinkSync(new Project().root, `${linked.root}/.nexus/state/.lock`);
  await expect(storeOf(linked).lock()).rejects.toMatchObject({
    code: "UNSAFE_FILE",
    message:
      ".nexus/state/.lock is a link that leads out of the project. It was left as it is. Put a plain file or folder in its place, then call again.",
  });
});
