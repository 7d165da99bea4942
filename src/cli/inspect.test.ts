import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

const PLAN = {
  id: 1,
  topic: "Search",
  issues: [{ id: 1, title: "Which index", status: "decided" }],
  created_at: "2026-01-01T00:00:00Z",
};

function projectOf(plan: unknown): string {
  const root = temporaryFolder();
  writeFiles(root, { ".nexus/.gitignore": "state/\n", ".nexus/state/plan.json": plan });
  return root;
}

const inspect = (cwd: string, ...words: readonly string[]) => runHere(program, ["inspect", ...words], cwd);

test("a project is inspected in four formats, and a warning fails where that is asked for", async () => {
  const root = projectOf(PLAN);
  const { code, stdout } = await inspect(root);
  expect(code).toBe(0);
  expect(stdout.split("\n")).toEqual([
    ".nexus/state/plan.json:5  plan/undecided (warning)  an issue is decided and holds no decision (/issues/0). Reopen it with plan_update, and record the decision with plan_decide.",
    "a plan of 1 issue, 0 tasks, 0 cycles, 0 memory files: 1 warning",
    "",
  ]);
  expect((await inspect(root, "--strict")).code).toBe(1);
  const { summary, findings } = JSON.parse((await inspect(root, "--format", "json")).stdout);
  expect({ summary, pointer: findings[0].pointer }).toEqual({
    summary: { errors: 0, warnings: 1, seen: "a plan of 1 issue, 0 tasks, 0 cycles, 0 memory files" },
    pointer: "/issues/0",
  });
  const { runs } = JSON.parse((await inspect(root, "--format", "sarif")).stdout);
  expect(runs[0].tool.driver.rules).toMatchObject([
    { id: "plan/undecided", defaultConfiguration: { level: "warning" } },
  ]);
  expect(runs[0].results).toMatchObject([{ ruleIndex: 0, level: "warning" }]);
  expect((await inspect(root, "--format", "github")).stdout).toMatch(
    /^::warning file=\.nexus\/state\/plan\.json,line=5,/u,
  );
});

test("an error fails, a note does not, and names of hostile files do no harm", async () => {
  const root = projectOf("{");
  writeFiles(root, { ".nexus/state/\u001b[31mred": "", ".nexus/state/runtime.json": {} });
  const { code, stdout } = await inspect(temporaryFolder(), root);
  expect(code).toBe(1);
  expect(stdout).toMatch(/state\/unreadable {2}it is not valid JSON/u);
  expect(stdout).toMatch(/1 error, 1 warning, 1 note\n$/u);
  expect(stdout).not.toContain("\u001b");
});

test("what cannot be inspected is said in one line", async () => {
  const root = temporaryFolder();
  expect(await inspect(root)).toMatchObject({ code: 2, stderr: expect.stringMatching(/^NXC_INSPECT_NOTHING {2}/u) });
  writeFiles(root, { file: "" });
  expect(await inspect(root, "file")).toMatchObject({ code: 2, stderr: expect.stringMatching(/^NXC_FILE_NOT_FOUND/u) });
  expect(await inspect(root, "nowhere")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^NXC_FILE_NOT_FOUND/u),
  });
  expect(await inspect(projectOf(PLAN), "--contract", "thread")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^NXC_INSPECT_NONE {2}/u),
  });
});
