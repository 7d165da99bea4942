import { beforeEach, expect, test } from "vitest";
import { fakeProgram, judgeCounter, textsOf } from "../testing/judge-counter.js";
import { markProcesses } from "../testing/leftovers.js";
import { LAST, LIMIT, PROCESS_MISDEEDS, UP } from "../testing/process-misdeeds.js";
import { untilItHangs } from "../testing/until-it-hangs.js";

const FAKE = fakeProgram("mcp-stdio.mjs");
const form = (how: string) => `mcp-stdio:node "${FAKE}" "${how}"`;

let leftovers: () => readonly string[];
beforeEach(() => {
  leftovers = markProcesses();
});

/** One case in which the fake behaves well, and one in which it misbehaves. */
const misbehaving = (how: string) => judgeCounter(form(how), { run: ["add_twice", "read_returns_the_total"] });

test("a clock tool that the server does not offer is refused before anything is judged", async () => {
  const mapping = { clock: { tool: "raed", param: "ms" } };
  await expect(judgeCounter(form("well"), { mapping })).rejects.toThrow(
    'clock names the tool "raed", which the server does not offer. Did you mean "read"?',
  );
  expect(leftovers()).toEqual([]);
});

test.each<readonly [how: string, line: string]>([
  ...PROCESS_MISDEEDS,
  ["answers another call's id", `NXC_PROTOCOL_ID the program answered with id 41, which no call has${UP}`],
  [
    "answers no call",
    `NXC_PROTOCOL_INVALID the program's answer to read breaks the protocol: {"jsonrpc":"2.0","error":{"code":-32700,"message":"cannot read 1"}} has no id of a call${UP}`,
  ],
  ["answers twice", `NXC_PROTOCOL_ID the program answered with id 1, which was already answered${UP}`],
  [
    "answers in another form",
    `NXC_PROTOCOL_INVALID the program's answer to read breaks the protocol: {"jsonrpc":"2.0","id":1,"answer":7} is not a JSON-RPC message${UP}`,
  ],
  [
    "answers with a result of another form",
    `NXC_PROTOCOL_INVALID the program's answer to read breaks the protocol: Invalid input: expected array, received string at /content${UP}`,
  ],
])("a server that %s ends only its own case, in one line", async (how, line) => {
  expect(await untilItHangs(() => misbehaving(how))).toEqual({
    verdict: "does-not-conform",
    passed: 1,
    errored: 1,
    failures: [`read_returns_the_total: ${line}`],
  });
  expect(leftovers()).toEqual([]);
});

test("a server that leaves a child running fails each case that called it, and the child is ended", async () => {
  const outcome = await misbehaving("leaves a child running");
  expect(outcome).toMatchObject({ passed: 0, errored: 2 });
  expect(textsOf(outcome)).toEqual([
    `NXC_PROCESS_LEFTOVER the program ended and left its own child processes running, which were killed${UP}`,
  ]);
  expect(leftovers()).toEqual([]);
});

test.each([
  [
    "is not there",
    "mcp-stdio:./no/such/server",
    "NXC_PROCESS_START the program could not be started: spawn ./no/such/server ENOENT",
  ],
  [
    "says nothing",
    form("says nothing"),
    `NXC_PROCESS_SILENT the program did not answer initialize within ${LIMIT} ms${UP}`,
  ],
  [
    "dies at the start",
    form("dies at the start"),
    `NXC_PROCESS_DIED the program ended with exit code 4 during initialize${LAST}no licence found`,
  ],
  [
    "refuses to start",
    form("refuses to start"),
    `NXC_MCP_UNREACHABLE the MCP server failed in initialize: no licence at start${UP}`,
  ],
  [
    "ignores SIGTERM",
    form("ignores SIGTERM"),
    `NXC_PROCESS_STUBBORN the program ended neither with its input nor on SIGTERM, and was killed${UP}`,
  ],
])("a server that %s is an adapter error and passes nothing", async (_, adapter, line) => {
  const outcome = await untilItHangs(() => judgeCounter(adapter, { profile: "small" }));
  expect(outcome).toMatchObject({ verdict: "adapter-error", passed: 0, errored: 4 });
  expect(textsOf(outcome)).toEqual([line]);
  expect(leftovers()).toEqual([]);
});
