import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { runConformance } from "../engine/run-conformance.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { workspaceParent } from "./parent-folder.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const inProcess = { isInProcess: true, isKept: false };

test("the RAM disk is used if the implementation runs in this process and nothing is kept", () => {
  vi.stubEnv("TMPDIR", undefined);
  const memory = temporaryFolder();
  expect(workspaceParent(inProcess, memory)).toBe(memory);
  expect(workspaceParent({ ...inProcess, isInProcess: false }, memory)).toBe(tmpdir());
  expect(workspaceParent({ ...inProcess, isKept: true }, memory)).toBe(tmpdir());
});

test("the temporary folder is used if there is no RAM disk or TMPDIR is set", () => {
  vi.stubEnv("TMPDIR", undefined);
  expect(workspaceParent(inProcess, join(temporaryFolder(), "missing"))).toBe(tmpdir());
  vi.stubEnv("TMPDIR", "/somewhere");
  expect(workspaceParent(inProcess, temporaryFolder())).toBe("/somewhere");
});

test("cases run there", async () => {
  const parent = temporaryFolder();
  vi.stubEnv("TMPDIR", parent);
  const seen = new Set<string>();
  const plain = counterAdapter();
  const adapter: Adapter = {
    ...plain,
    open: (context) => {
      seen.add(context.workspace);
      return plain.open(context);
    },
  };
  await runConformance(adapter, { contract: counterContract(), run: ["read_*"] });
  expect(seen.size).toBe(2);
  for (const workspace of seen) expect(workspace.startsWith(join(parent, "user-"))).toBe(true);
});
