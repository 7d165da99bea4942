/**
 * For each form of adapter, the reference behind an adapter that lies: the report names the lie. forms.test.ts shows
 * that a report names no lie otherwise.
 */

import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { type ConformanceOptions, runConformance } from "../../src/conformance/engine/run-conformance.js";
import { markProcesses } from "../../src/conformance/testing/leftovers.js";
import { LINES, PARAM, POOLED, SAMPLE } from "../adapters/forms.js";
import { serveOverHttp } from "../adapters/http-server.js";

const leftovers = markProcesses();
afterAll(() => expect(leftovers()).toEqual([]));
afterEach(() => {
  vi.unstubAllEnvs();
});

/** The symptom in the report for each lie. */
const LIES = {
  drops: "dropped-calls",
  swaps: "swapped-answers",
  swallows: "swallowed-refusals",
  invents: "invented-fields",
};

const FORMS: readonly (readonly [string, string, ConformanceOptions])[] = [
  ["module", `module:${join(packageRoot, "test/adapters/servers/module.mjs")}`, {}],
  ["lines", LINES, {}],
  ["mcp-stdio", POOLED, { mapping: PARAM }],
];

function judged(form: string, options: ConformanceOptions) {
  return runConformance(form, { timeout: 30_000, ...SAMPLE, ...options });
}

describe.each(FORMS)("%s", (_, form, options) => {
  test.each(Object.entries(LIES))(
    "an adapter that %s is reported for %s",
    async (lie, kind) => {
      vi.stubEnv("LIE", lie);
      await expectNamed(kind, form, options);
    },
    120_000,
  );
});

describe("mcp-http", () => {
  describe.each(Object.entries(LIES))("an adapter that %s", (lie, kind) => {
    const url = serveOverHttp({ LIE: lie });
    test(`is reported for ${kind}`, async () => {
      await expectNamed(kind, `mcp-http:${url()}`, { mapping: { ...PARAM, prefix: "nx_" } });
    }, 120_000);
  });
});

async function expectNamed(kind: string, form: string, options: ConformanceOptions) {
  const { verdict, symptoms = [], cases } = await judged(form, options);
  expect(symptoms.map((symptom) => symptom.kind)).toEqual([kind]);
  const shown = cases.filter(({ id }) => symptoms[0]?.cases.includes(id));
  // An extra field is a note and not a failure.
  if (kind === "invented-fields") {
    expect(shown.filter(({ notes = [] }) => notes.length === 0)).toEqual([]);
  } else {
    expect({ verdict, others: shown.filter(({ status }) => !["failed", "blocked"].includes(status)) }).toEqual({
      verdict: "does-not-conform",
      others: [],
    });
  }
}
