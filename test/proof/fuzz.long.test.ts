/** The fuzz command: over every form of adapter, with crashes. */

import { afterAll, expect, test } from "vitest";
import { fuzz } from "../../src/conformance/fuzz/fuzz.js";
import { planRun } from "../../src/conformance/run/plan.js";
import { markProcesses } from "../../src/conformance/testing/leftovers.js";
import type { Mapping } from "../../src/generated/config.js";
import { serveOverHttp, server } from "../adapters/http-server.js";

const leftovers = markProcesses();
// Vitest runs these hooks in reverse order, so this one runs after the server has stopped.
afterAll(() => expect(leftovers()).toEqual([]));
const url = serveOverHttp();

// The server stores its index of history in its own namespace.
const PARAM = { workspace: { param: "project" }, pool: true, namespace: "nexus-harness" };

test.each<[string, () => string, Mapping, boolean]>([
  ["lines", () => `lines:node "${server("lines.mjs")}"`, {}, true],
  ["mcp-stdio", () => `mcp-stdio:node "${server("mcp-stdio.mjs")}"`, PARAM, true],
  ["mcp-http", () => `mcp-http:${url()}`, { ...PARAM, prefix: "nx_" }, false],
])(
  "over %s, fuzz finds no difference, also with crashes where the form allows them",
  async (_, form, mapping, canBeKilled) => {
    const plan = await planRun(form(), { mapping, timeout: 30_000 });
    const { finding, counts } = await fuzz(plan, { runs: 150, seed: 4 });
    expect(finding).toBeUndefined();
    expect(counts.commands).toBe(150);
    expect(counts.atOnce).toBeGreaterThan(0);
    if (canBeKilled) expect(counts.crashes).toBeGreaterThan(0);
    else expect(counts.crashes).toBeUndefined();
  },
);
