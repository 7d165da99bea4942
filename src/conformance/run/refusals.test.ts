/** Refusals are checked against the contract, in whichever form they arrive. */

import { expect, test } from "vitest";
import type { Adapter } from "../adapters/adapter.js";
import { inspectContract } from "../contract/contract.js";
import { compileEnvelope, compileRefusalForm } from "../contract/envelope.js";
import { runConformance } from "../engine/run-conformance.js";
import { deskContract } from "../testing/desk-contract.js";
import { fakeProgram } from "../testing/judge-counter.js";

const WHO = { agent: "reader", workspace: "w", role: "reader", jti: "j" };
const DETAILS = { code: "FORBIDDEN", message: "no", details: { role: "reader" } };

/** A correct desk, except that it refuses `leave` in this way. */
function refusing(refuse: () => unknown): Adapter {
  return {
    name: "refusing",
    open: () => ({
      call: (tool, _, options) =>
        options?.as === "reader" ? refuse() : { ok: true, data: tool === "whoami" ? WHO : {} },
    }),
  };
}

const thrown = (value: unknown) => () => {
  throw value;
};

async function failuresOf(adapter: Adapter | string, contract = deskContract()) {
  const report = await runConformance(adapter, { contract, run: ["readers_only_read"], timeout: 60_000 });
  const requirement = report.requirements.find(({ id }) => id === "desk.refusals.schema");
  const failures = report.cases.flatMap((each) => each.failures.map(({ code, message }) => `${code} ${message}`));
  return { failures, status: requirement?.status };
}

const BROKEN = "NXC_ORACLE_REFUSAL the refusal of leave breaks the contract's schema of refusals at";
const GOOD = { failures: [], status: "conforming" };

test.each([
  ["an answer in the form of the envelope", () => ({ ok: false, error: DETAILS })],
  ["an error with its parts", thrown(Object.assign(new Error("no"), DETAILS))],
  ["a thrown object in the form of the envelope", thrown({ ok: false, error: DETAILS })],
])("a refusal keeps to the schema as %s", async (_, refuse) => {
  expect(await failuresOf(refusing(refuse))).toEqual(GOOD);
});

test.each([
  ["has an unknown code", () => ({ ok: false, error: { ...DETAILS, code: "NO" } }), "$.error.code: "],
  [
    "has no details",
    () => ({ ok: false, error: { code: "FORBIDDEN", message: "no" } }),
    '$.error: "details" is missing',
  ],
  ["is a mere error", thrown(new Error("no")), '$.error: "code" is missing'],
  ["is a thrown text", thrown("no"), "$: it is plain text, not JSON"],
  ["is JSON of another form", thrown({ status: 403 }), '$: "ok" is missing'],
])("a refusal that %s breaks the requirement of the oracle", async (_, refuse, problem) => {
  const { failures, status } = await failuresOf(refusing(refuse));
  expect(failures.some((line) => line.startsWith(`${BROKEN} ${problem}`))).toBe(true);
  expect(status).toBe("violated");
});

test("an extra field in a refusal is a note", async () => {
  const extra = refusing(() => ({ ok: false, error: { ...DETAILS, hint: "ask" } }));
  const report = await runConformance(extra, { contract: deskContract(), run: ["readers_only_read"] });
  expect(report.cases.map(({ status, notes }) => [status, notes])).toEqual([
    ["passed", ["leave refuses with a field that the contract does not have: $.error.hint"]],
  ]);
});

test("over MCP an error must contain the envelope, not only text", async () => {
  const server = (lie: string) => `mcp-stdio:env LIE=${lie} node "${fakeProgram("desk-mcp.mjs")}" stdio`;
  expect(await failuresOf(server("nothing"))).toEqual(GOOD);
  const mumbled = await failuresOf(server("mumbles"));
  expect(mumbled.failures).toContain(`${BROKEN} $: it is plain text, not JSON`);
  expect(mumbled.status).toBe("violated");
});

test("wrong details are reported with their path", async () => {
  const other = refusing(() => ({ ok: false, error: { ...DETAILS, details: { role: "owner" } } }));
  const { failures } = await failuresOf(other);
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatch(/^NXC_CASE_ERROR_DETAILS the details of the refusal of leave have .* at \$\.role$/u);
});

test("an oracle of refusals without a schema is an error in the contract", () => {
  const contract = {
    id: "desk",
    version: "1",
    title: "A desk",
    source: "a test",
    surfaces: ["tools"],
    profiles: ["full"],
    envelope: { error: { when: "$.error" } },
    tools: { look: { profile: "full" } },
    oracles: { error: "desk.refusals.schema" },
    requirements: [{ id: "desk.refusals.schema", level: "MUST", profile: "full", text: "Refusals keep to a schema." }],
  };
  expect(inspectContract(deskContract({ "contract.yml": contract })).map(({ message }) => message)).toEqual([
    "it needs envelope.error.schema, the schema that refusals are checked against",
  ]);
});

test("the parts of a refusal are put into the form of the envelope", () => {
  const nested = {
    error: { when: "$.ok == false", code: "$.error.code", message: "$.error.text", details: "$.error" },
  };
  const refusal = { message: "no", code: "E1", details: { id: 7 } };
  const whole = compileRefusalForm(nested, "here")(refusal);
  expect(whole).toEqual({ ok: false, error: { id: 7, text: "no", code: "E1" } });
  expect(compileEnvelope(nested, "here")(whole)).toMatchObject({
    kind: "error",
    refusal: { message: "no", code: "E1" },
  });
  expect(compileRefusalForm({ error: { when: "$.error", message: "$.error" } }, "here")({ message: "no" })).toEqual({
    error: "no",
  });
});
