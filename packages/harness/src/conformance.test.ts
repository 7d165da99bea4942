import { runConformance } from "nexus-core";
import { expect, test } from "vitest";
import adapter from "./adapter.js";

test("the harness conforms to profile tools of the core contract, and to every SHOULD of it", async () => {
  const report = await runConformance(adapter, { profile: "tools", strict: true });
  const others = report.cases.filter(({ status }) => status !== "passed");
  // Over a module nothing can be killed; test/four-forms.test.ts judges these over processes.
  expect(new Set(others.map(({ status, reason }) => `${status}: ${reason}`))).toEqual(
    new Set(["skipped: the adapter offers no process"]),
  );
  expect(report.cases.flatMap(({ notes }) => notes)).toEqual([]);
  expect(report.verdict).toBe("conforms");
});

test("the harness passes all cases of memory, and every requirement of it", async () => {
  const report = await runConformance(adapter, { profile: "full", run: ["core/memory/**"], strict: true });
  const others = report.cases.filter(({ status }) => status !== "passed");
  expect(others.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
    expect.stringMatching(/memory_store_from_several_processes: the adapter offers no process$/),
  ]);
  const memory = report.requirements.filter(({ id }) => /^core\.memory_(store|gc)\./.test(id));
  expect(memory.length).toBeGreaterThan(35);
  expect(memory.filter(({ status }) => status !== "conforming")).toEqual([]);
  expect(report.verdict).toBe("conforms");
});

test.each(["lifecycle", "decisions"])("the harness passes all cases of %s", async (folder) => {
  const report = await runConformance(adapter, { profile: "full", run: [`core/${folder}/**`] });
  expect(report.cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(report.verdict).toBe("conforms");
});
