import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../base/package-root.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

const RUN = ["run", "--run", "plan_start_creates*", "--seed", "1"];

test("what is written for a harness in Python runs at once, and a tool that is connected is judged", async () => {
  const root = temporaryFolder();
  writeFiles(root, { "requirements.txt": "" });
  await runHere(program, ["init"], root);
  expect((await runHere(program, ["smoke"], root)).stdout).toContain(
    "plan_start was refused: plan_start is not connected yet",
  );
  const adapter = join(root, "conformance/adapter.py");
  const answer = 'return {"created": True}';
  writeFiles(root, {
    "conformance/adapter.py": readFileSync(adapter, "utf8").replace(
      'raise Refused("plan_start is not connected yet")',
      answer,
    ),
  });
  expect((await runHere(program, ["smoke"], root)).stdout).toMatch(/answers plan_start .*plan\.json does not exist/u);
  writeFiles(root, { "conformance/adapter.py": readFileSync(adapter, "utf8").replace(answer, "return None + 1") });
  expect((await runHere(program, ["smoke"], root)).stdout).toMatch(/plan_start .*TypeError/u);
});

test("what is written for an MCP server runs at once", async () => {
  const root = temporaryFolder();
  const server = `node ${join(packageRoot, "packages/harness/bin/nexus-mcp.js")}`;
  const { stdout } = await runHere(program, ["init", "--kind", "mcp", "--command", server], root);
  expect(stdout).not.toContain("Not started");
  expect(await runHere(program, RUN, root)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("What was selected conforms"),
  });
});
