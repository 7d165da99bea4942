/** Every body ends its instructions with a filled report: it is what agents copy, so it keeps every invariant. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadManifest } from "../src/content/load-manifest.js";
import { REPORT_INVARIANTS } from "../src/content/report/all-invariants.js";
import { fencesOf } from "../src/content/report/fences.js";
import { checkReport, parseReport } from "../src/index.js";
import { packageRoot } from "../src/package-root.js";

const { agents, skills } = loadManifest();
const bodies = [
  ...agents.map(({ id }) => ({ id, role: id, file: `agents/${id}/body.md` })),
  ...skills.map(({ id }) => ({ id, role: "lead", file: `skills/${id}/body.md` })),
].map((body) => ({ ...body, text: readFileSync(join(packageRoot, body.file), "utf8") }));

/**
 * Bodies whose example breaks an invariant, with the findings, until somebody corrects the body. A body that is mended
 * fails here until its line is gone, so the list only shrinks.
 */
const KNOWN: Readonly<Record<string, readonly string[]>> = {};

test("there are fourteen bodies, and none of their examples is known to be wrong", () => {
  expect(bodies.length).toBe(14);
  expect(Object.keys(KNOWN).length).toBe(0);
});

/** The example of a body, as an agent would send it: nothing else of the body is a message. */
function exampleOf(text: string): string {
  const blocks = fencesOf(text).filter(({ infoWord }) => infoWord === "nexus-report");
  expect(blocks.length).toBe(1);
  return text.slice(blocks[0]!.open, blocks[0]!.close);
}

test.each(bodies)("the example of $file keeps every invariant", ({ id, role, text }) => {
  const example = exampleOf(text);
  const { report } = parseReport(example);
  const findings = checkReport(example, { role, taskId: report?.task_id ?? null });
  expect(findings.map(({ invariant, pointer }) => `${invariant} ${pointer}`)).toEqual(KNOWN[id] ?? []);
  if (role === "lead") expect(report).toHaveProperty([id]);
});

test.each(bodies)(
  "the example of $file would not keep them with a key too many, an empty status or two blocks",
  ({ text }) => {
    const example = exampleOf(text);
    for (const broken of [
      example.replace(/"report": ?1/, '$&, "extra": 1'),
      example.replace(/"status": ?"\w+"/, '"status": "ok"'),
      `${example}\n${example}`,
    ]) {
      expect(checkReport(broken).map(({ invariant }) => invariant)).toContain("I1");
    }
  },
);

test.each(REPORT_INVARIANTS)(
  "the broken variant of $id is found by $id alone, and its origin is clean",
  ({ id, good, bad }) => {
    expect(checkReport(good.message, good.expected)).toEqual([]);
    expect(checkReport(bad.message, bad.expected).map(({ invariant }) => invariant)).toEqual([id]);
  },
);
