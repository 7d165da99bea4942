import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import { fakeProgram, judgeCounter, textsOf } from "../testing/judge-counter.js";
import { markProcesses } from "../testing/leftovers.js";
import { LIMIT } from "../testing/process-misdeeds.js";
import { untilItHangs } from "../testing/until-it-hangs.js";
import { freePort } from "./launched-server.js";

let leftovers: () => readonly string[];
let server: ChildProcess | undefined;
beforeEach(() => {
  leftovers = markProcesses();
});
afterEach(async () => {
  if (server !== undefined && server.exitCode === null) {
    server.kill();
    await once(server, "exit");
  }
  server = undefined;
  expect(leftovers()).toEqual([]);
});

async function serve(how: string): Promise<string> {
  server = spawn(process.execPath, [fakeProgram("mcp-http.mjs"), how], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(server.stdout!, "data")) as [Buffer];
  return `mcp-http:${line.toString().trim()}`;
}

const mapping = { workspace: { param: "project" } };

test.each([["well"], ["streams well"]])("a server that %s conforms", async (how) => {
  for (const pool of [false, true]) {
    const outcome = await judgeCounter(await serve(how), { mapping: { ...mapping, pool }, profile: "small" });
    expect(outcome).toEqual({ verdict: "conforms", passed: 4, errored: 0, failures: [] });
    server?.kill();
  }
});

test("two servers that start at the same time never get the same port", async () => {
  const offered = [1001, 1001, 1002];
  const ask = async () => offered.shift() ?? 0;
  expect(await Promise.all([freePort(ask), freePort(ask)])).toEqual([1001, 1002]);
});

const FAILED = "NXC_MCP_UNREACHABLE the MCP server failed in read: ";
const BROKEN = "NXC_PROTOCOL_INVALID the program's answer to read breaks the protocol: ";

test.each([
  ["never answers a call", `${FAILED}no answer within ${LIMIT} ms`],
  ["answers HTTP 500", `${FAILED}HTTP 500: <h1> out of memory</h1>`],
  ["answers with a web page", `${FAILED}Unexpected content type: text/html`],
  ["answers garbage", `${BROKEN}Unexpected token '<', "<html>502</html>" is not valid JSON`],
  ["answers JSON that is no message", `${BROKEN}it is not a JSON-RPC message`],
  ["answers nothing", `${FAILED}its answer ended without a result`],
  ["closes the socket", `${FAILED}fetch failed: other side closed`],
  ["closes the socket in mid-answer", `${FAILED}terminated: other side closed`],
  ["answers another call's id", "NXC_PROTOCOL_ID the program answered with id 41, which no call has"],
  ["answers two megabytes", `${FAILED}its answer has more than 1048576 bytes`],
  ["answers with a result of another form", `${BROKEN}Invalid input: expected array, received string at /content`],
  ["streams garbage", `${BROKEN}Unexpected token 'r', "reading the total" is not valid JSON`],
  ["streams half an answer", `${FAILED}its answer ended without a result`],
  ["streams and breaks off", `${FAILED}terminated: other side closed`],
  ["streams two megabytes", `${FAILED}its answer has more than 1048576 bytes`],
  ["streams and ends", `${FAILED}its answer ended without a result`],
  ["dies", `${FAILED}fetch failed: other side closed`],
])("a server that %s ends only its own case, in one line", async (how, line) => {
  const run = ["add_twice", "read_returns_the_total"];
  const judge = async () => judgeCounter(await serve(how), { mapping, run });
  const outcome = await (line.includes("no answer within") ? untilItHangs(judge) : judge());
  expect(outcome).toEqual({
    verdict: "does-not-conform",
    passed: 1,
    errored: 1,
    failures: [`read_returns_the_total: ${line}`],
  });
});

test("a second answer to a call is reported, although the first was right", async () => {
  const outcome = await judgeCounter(await serve("answers twice"), { mapping, run: ["read_*", "add_twice"] });
  expect(outcome).toMatchObject({ passed: 1, errored: 2 });
  expect(textsOf(outcome)).toEqual(["NXC_PROTOCOL_ID the program answered with id 1, which was already answered"]);
});

test("after a server has died, every further case says that it is unreachable", async () => {
  const outcome = await judgeCounter(await serve("dies"), { mapping, profile: "small" });
  expect(outcome).toMatchObject({ verdict: "does-not-conform", passed: 2, errored: 2 });
  // Which of the three errors appears depends on how far the system has closed the connections of the dead server.
  expect(outcome.failures[1]).toMatch(
    /^read_starts_at_zero: NXC_MCP_UNREACHABLE the MCP server failed in initialize: fetch failed: (?:other side closed|read ECONNRESET|connect ECONNREFUSED)/u,
  );
});

test("a pooled connection that failed serves no further case", async () => {
  const outcome = await judgeCounter(await serve("loses the session"), {
    mapping: { ...mapping, pool: true },
    profile: "small",
  });
  expect(outcome).toMatchObject({ passed: 3, errored: 1 });
  expect(textsOf(outcome)).toEqual(["NXC_MCP_UNREACHABLE the MCP server failed in add: HTTP 404: lost"]);
});

test("a server that never answers is an adapter error and passes nothing", async () => {
  const judge = async () => judgeCounter(await serve("never answers"), { mapping, profile: "small" });
  const outcome = await untilItHangs(judge);
  expect(outcome).toMatchObject({ verdict: "adapter-error", passed: 0, errored: 4 });
  expect(textsOf(outcome)).toEqual([
    `NXC_MCP_UNREACHABLE the MCP server failed in initialize: no answer within ${LIMIT} ms`,
  ]);
});

test("the run does not wait for a server that ignores the end of its session", async () => {
  const outcome = await judgeCounter(await serve("keeps the session"), { mapping, run: ["add_twice"] });
  expect(outcome).toEqual({ verdict: "conforms", passed: 1, errored: 0, failures: [] });
});

const STATELESS = `
id: adder
version: "1"
title: Adds without keeping anything
source: invented for a test
surfaces: [tools]
profiles: [all]
tools: { read: { profile: all } }
requirements:
  - { id: adder.read.answers, level: MUST, profile: all, text: Reading answers with a total of zero. }
`;
const CASES = [
  {
    test_id: "read",
    description: "Reads the total",
    verifies: ["adder.read.answers"],
    action: { tool: "read", params: {} },
    postcondition: { return_value: { "$.total": 0 } },
  },
];

test("a server must learn the workspace only if the contract has state files", async () => {
  const form = await serve("well");
  const contract = temporaryFolder();
  writeFiles(contract, { "contract.yml": STATELESS, "tools/read.json": CASES });
  expect(await judgeCounter(form, { contract })).toMatchObject({ verdict: "conforms", passed: 1 });
  await expect(judgeCounter(form)).rejects.toThrow(
    "a server over HTTP runs already and contract counter has state files, so workspace must be { param: NAME } or none",
  );
  await expect(judgeCounter(form, { mapping: { workspace: "cwd" } })).rejects.toThrow("it has no folder of its own");
});
