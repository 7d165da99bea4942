/** Every body ends with an example of a report. Agents copy it, so it must keep every invariant. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Finding } from "../../src/base/finding.js";
import { fencesOf } from "../../src/base/markdown/fences.js";
import { packageRoot } from "../../src/base/package-root.js";
import { program } from "../../src/cli/nexus-core.js";
import { runHere } from "../../src/cli/testing/run-here.js";
import { loadManifest } from "../../src/content/manifest/load-manifest.js";
import { parseReport } from "../../src/index.js";

const { agents, skills } = loadManifest();
const bodies = [
  ...agents.map(({ id }) => ({ id, role: id, file: `agents/${id}/body.md` })),
  ...skills.map(({ id }) => ({ id, role: "lead", file: `skills/${id}/body.md` })),
].map((body) => ({ ...body, text: readFileSync(join(packageRoot, body.file), "utf8") }));

/**
 * Known findings in the examples of bodies. A corrected body fails here until its line is removed, so the list can only
 * shrink.
 */
const KNOWN: Readonly<Record<string, readonly string[]>> = {};

test("there are fourteen bodies, and no known finding in their examples", () => {
  expect(bodies.length).toBe(14);
  expect(Object.keys(KNOWN).length).toBe(0);
});

/** The example in a body, as an agent would send it. */
function exampleOf(text: string): string {
  const blocks = fencesOf(text).filter(({ infoWord }) => infoWord === "nexus-report");
  expect(blocks.length).toBe(1);
  return text.slice(blocks[0]!.open, blocks[0]!.close);
}

/** The broken invariants that `check-report` finds, with their places. */
async function broken(message: string, ...words: string[]): Promise<readonly string[]> {
  const { stdout, code } = await runHere(program, ["check-report", "-", "--format=json", ...words], "/", {}, message);
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  expect(code).toBe(findings.length === 0 ? 0 : 1);
  return findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
}

test.each(bodies)("the example of $file keeps every invariant", async ({ id, role, text }) => {
  const example = exampleOf(text);
  const { report } = parseReport(example);
  expect(await broken(example, `--role=${role}`, `--task=${report?.task_id ?? "none"}`)).toEqual(KNOWN[id] ?? []);
  if (role === "lead") expect(report).toHaveProperty([id]);
});

test.each(bodies)(
  "the example of $file breaks an invariant with an extra key, an empty status or two blocks",
  async ({ text }) => {
    const example = exampleOf(text);
    for (const message of [
      example.replace(/"report": ?1/, '$&, "extra": 1'),
      example.replace(/"status": ?"\w+"/, '"status": "ok"'),
      `${example}\n${example}`,
    ]) {
      expect((await broken(message))[0]).toMatch(/^report\/I1 /);
    }
  },
);
