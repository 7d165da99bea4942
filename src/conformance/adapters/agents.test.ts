/** How an implementation learns which agent acts, and which events it accepts. What it cannot learn is not judged. */

import { expect, test } from "vitest";
import type { Mapping } from "../../generated/config.js";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { type ConformanceOptions, runConformance } from "../engine/run-conformance.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { fakeProgram } from "../testing/judge-counter.js";
import type { Adapter } from "./adapter.js";

const contract = counterContract({
  "tools/counter.json": [
    {
      test_id: "ada_adds",
      description: "A call in the name of an agent",
      verifies: ["counter.add.sums"],
      steps: [{ as: "ada", action: { tool: "add", params: { by: 2 } }, assert_return: { "$.total": 2 } }],
    },
    {
      test_id: "ada_ticks",
      description: "An event in the name of an agent",
      verifies: ["counter.tick.adds"],
      steps: [
        {
          as: "ada",
          event: { type: "tick", params: {} },
          assert_state: { "{STATE_ROOT}/counter.json": { "$.total": 1 } },
        },
      ],
    },
  ],
});

async function outcomes(adapter: Adapter | string, options: ConformanceOptions = {}) {
  const report = await runConformance(adapter, { contract, timeout: 60_000, ...options });
  return Object.fromEntries(
    report.cases.map(({ id, status, reason, failures }) => [id, reason ?? failures[0]?.message ?? status]),
  );
}

const NOT_SAID = "the adapter does not say how an agent acts";
const MCP = `mcp-stdio:node "${fakeProgram("mcp-stdio.mjs")}" "asks who acts"`;

test("over MCP a case with an acting agent is not applicable, unless the mapping says how to name it", async () => {
  expect(await outcomes(MCP)).toEqual({ ada_adds: NOT_SAID, ada_ticks: "the adapter offers no events" });
  const report = await runConformance(MCP, { contract, run: ["ada_adds"] });
  expect(report.requirements.map(({ status }) => status)).toEqual(["not_applicable"]);
  expect(await outcomes(MCP, { mapping: { agent: { param: "actor" } }, run: ["ada_adds"] })).toEqual({
    ada_adds: "passed",
  });
});

const HOOK = `
import { mkdirSync, writeFileSync } from "node:fs";
let text = "";
for await (const piece of process.stdin) text += piece;
const actor = process.env.ACTOR ?? JSON.parse(text).params.actor;
mkdirSync(".state", { recursive: true });
writeFileSync(".state/counter.json", JSON.stringify({ total: actor === "ada" ? 1 : 0 }));
`;

test("a hook learns the agent from a parameter or a variable, and is not judged without either", async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "hook.mjs": HOOK });
  const by = (agent: Mapping["agent"]) => {
    const mapping: Mapping = { events: { tick: "node hook.mjs" }, ...(agent === undefined ? {} : { agent }) };
    return outcomes(MCP, { cwd, mapping });
  };
  expect(await by(undefined)).toEqual({ ada_adds: NOT_SAID, ada_ticks: NOT_SAID });
  expect(await by({ env: "ACTOR" })).toEqual({ ada_adds: NOT_SAID, ada_ticks: "passed" });
  expect(await by({ param: "actor" })).toEqual({ ada_adds: "passed", ada_ticks: "passed" });
});

test("modules and programs over lines learn the agent without a mapping", async () => {
  expect(await outcomes(`lines:node "${fakeProgram("lines.mjs")}" "asks who acts"`)).toEqual({
    ada_adds: "passed",
    ada_ticks: "passed",
  });
});

test("an event without a hook is not offered, and its requirement is not observed", async () => {
  const twoEvents = counterContract({
    "contract.yml": `
id: bells
version: "1"
title: Two events of which one has a hook
source: invented for a test
surfaces: [tools, events]
profiles: [all]
tools: { look: { profile: all } }
events: { ring: { profile: all }, knock: { profile: all } }
requirements:
  - { id: bells.ring.taken, level: MUST, profile: all, text: A ring is taken without complaint. }
  - { id: bells.knock.taken, level: MUST, profile: all, text: A knock is taken without complaint. }
`,
    "tools/counter.json": ["ring", "knock"].map((type) => ({
      test_id: type,
      description: `A ${type} is answered`,
      verifies: [`bells.${type}.taken`],
      event: { type, params: {} },
      postcondition: { return_value: { $: "yes" } },
    })),
  });
  const toolsOnly = counterAdapter({}, { surfaces: ["tools"], tools: [], open: () => ({ call: () => null }) });
  const mapping = { events: { ring: "echo yes" } };
  const report = await runConformance(toolsOnly, { contract: twoEvents, mapping });
  expect(report.cases.map(({ status, reason }) => reason ?? status)).toEqual([
    "passed",
    "the adapter does not offer knock",
  ]);
  expect(report.requirements.map(({ status }) => status)).toEqual(["conforming", "not_observed"]);
  // An implementation that accepts events itself still gets those without a hook.
  const knocking = {
    ...toolsOnly,
    surfaces: ["tools", "events"],
    open: () => ({ call: () => null, emit: () => "yes" }),
  };
  expect((await runConformance(knocking, { contract: twoEvents, mapping })).verdict).toBe("conforms");
});

test("an unusable mapping is rejected", async () => {
  const run = (mapping: unknown) =>
    runConformance(counterAdapter(), { contract: counterContract(), mapping: mapping as Mapping });
  await expect(run({ prefx: "my_" })).rejects.toThrow(
    'the option mapping is not a mapping: unknown property "prefx". Did you mean "prefix"?',
  );
  await expect(run({ tools: { raed: "my_read" } })).rejects.toThrow(
    'tools names "raed", which contract counter does not have. Did you mean "read"?',
  );
  await expect(run({ events: { tikc: "true" } })).rejects.toThrow('events names "tikc"');
  await expect(run({ workspace: "cwd" })).rejects.toThrow("a module learns the workspace from open()");
});
