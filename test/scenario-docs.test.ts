/** A scenario that is written wrongly, met while the pages are made: its own line, and not a failure of the kit. */

import { afterEach, expect, test, vi } from "vitest";
import { staleDocs } from "../scripts/docs-pages.js";
import { endWith } from "../scripts/run-script.js";
import { loadScenarios } from "../scripts/scenarios/load.js";
import { temporaryFolder, writeFiles } from "../src/testing/temporary-folder.js";
import { folderOf, smallScenario } from "./scenario-folder.js";

const { broken } = vi.hoisted(() => ({ broken: { folder: "" } }));
vi.mock("../scripts/scenarios/load.js", async (original) => {
  const { loadScenarios: load, ...others } = await original<typeof import("../scripts/scenarios/load.js")>();
  return { ...others, loadScenarios: () => load(broken.folder) };
});

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

test("a quotation that stands in no body is told by its place, in one line with exit code 2", async () => {
  broken.folder = folderOf(smallScenario({ rules: ["Be nice"] }));
  expect(() => loadScenarios()).toThrow('0 rules of agents/engineer/body.md hold "Be nice"');
  const root = temporaryFolder();
  writeFiles(root, { "docs/page.md": "<!-- generated: scenarios -->\n<!-- end -->\n" });
  const thrown: unknown = await staleDocs(root).catch((error: unknown) => error);
  let stderr = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  endWith(thrown);
  expect(process.exitCode).toBe(2);
  expect(stderr).toMatch(
    /^[^\n]*own\.yml:\d+#\/0\/rules\/0: S90: 0 rules of .* not one\. Look at both, and quote the rule as it stands now\.\n$/,
  );
});
