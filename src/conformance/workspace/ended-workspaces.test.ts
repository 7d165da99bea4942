import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import { EndedWorkspaces } from "./ended-workspaces.js";

test("workspaces are removed many at a time, and the rest at the end", async () => {
  const parent = temporaryFolder();
  const ended = new EndedWorkspaces(parent);
  for (let index = 0; index < 103; index += 1) {
    const workspace = mkdtempSync(join(parent, "project-"));
    writeFileSync(join(workspace, "file"), "");
    expect(ended.take(workspace)).toBe(true);
  }
  const left = () => readdirSync(parent).map((name) => readdirSync(join(parent, name)).length);
  await vi.waitFor(() => expect(left()).toEqual([3]));
  await ended.remove();
  expect(readdirSync(parent)).toEqual([]);
});

test("a workspace that an implementation has removed cannot be moved", () => {
  const parent = temporaryFolder();
  expect(new EndedWorkspaces(parent).take(join(parent, "project-gone"))).toBe(false);
});
