/** An implementation that waits for a pipe or reads a device is caught, and the run goes on. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { runConformance } from "../engine/run-conformance.js";
import { counterAdapter } from "../testing/counter-contract.js";
import { hostileContract, violated } from "../testing/hostile-contract.js";

const PIPE = {
  test_id: "read_a_pipe",
  description: "The counter is a pipe without a writer",
  verifies: ["counter.waits"],
  precondition: { state_files: { ".state/counter.json": { fifo: true } } },
  action: { tool: "read" },
  postcondition: { assert_either: {} },
};

test("code in this process that waits for a pipe is released and fails", async () => {
  const contract = hostileContract(PIPE, {
    ...PIPE,
    test_id: "add_to_a_pipe",
    action: { tool: "add", params: { by: 1 } },
  });
  const options = { contract, run: ["read_a_pipe", "add_to_a_pipe"] };
  const add = (_: unknown, workspace: string) => {
    execFileSync("sh", ["-c", `echo 1 > ${workspace}/.state/counter.json`]);
    return { total: 1 };
  };
  const report = await runConformance(counterAdapter({ add }), options);
  expect(report.cases.map(({ failures }) => failures.map(({ code, message }) => `${code} ${message}`))).toEqual([
    ["NXC_CASE_WAITED read waited for .state/counter.json, a pipe, until the kit ended the wait"],
    ["NXC_CASE_WAITED add waited for .state/counter.json, a pipe, until the kit ended the wait"],
  ]);
  expect(violated(report)).toEqual(["counter.waits"]);
});

test.each(["open", "close"])("an adapter that waits for a pipe in %s() is released and fails", async (moment) => {
  const honest = counterAdapter();
  const adapter: Adapter = {
    ...honest,
    async open(context) {
      const wait = () => void readFileSync(join(context.workspace, ".state/counter.json"));
      if (moment === "open") wait();
      return {
        ...(await honest.open(context)),
        call: () => ({ total: 0 }),
        ...(moment === "close" ? { close: wait } : {}),
      };
    },
  };
  const report = await runConformance(adapter, { contract: hostileContract(PIPE), run: ["read_a_pipe"] });
  expect(report.cases[0]?.failures[0]?.message).toBe(
    `${moment} waited for .state/counter.json, a pipe, until the kit ended the wait`,
  );
  expect(violated(report)).toEqual(["counter.waits"]);
});

test("pending reads of pipes in the background do not block the kit", async () => {
  const read = (_: unknown, workspace: string) => {
    // More than the thread pool has threads.
    for (let count = 0; count < 8; count += 1)
      void readFile(join(workspace, ".state/counter.json")).catch(() => undefined);
    return { total: 0 };
  };
  const options = { contract: hostileContract(PIPE), run: ["read_a_pipe"] };
  expect((await runConformance(counterAdapter({ read }), options)).cases[0]?.status).toBe("passed");
});

test.runIf(process.platform === "linux")("a program that reads an endless device is killed and fails", async () => {
  const folder = temporaryFolder();
  const program = `
    import { readSync, openSync } from "node:fs";
    import { createInterface } from "node:readline";
    let workspace;
    const read = () => {
      const pieces = [];
      for (const file = openSync(workspace + "/.state/counter.json"); ; ) {
        const piece = Buffer.alloc(1 << 20, 1);
        if (readSync(file, piece) === 0) return { total: 0 };
        pieces.push(piece);
      }
    };
    for await (const line of createInterface({ input: process.stdin })) {
      const request = JSON.parse(line);
      if (request.cmd === "open") workspace = request.workspace;
      const result = request.cmd === "hello" ? { name: "p" } : request.cmd === "call" ? read() : null;
      console.log(JSON.stringify({ id: request.id, result }));
    }
  `;
  writeFiles(folder, {
    "program.mjs": program,
    "crash.mjs": program.replace("const pieces = [];", "process.exit(1);"),
  });
  const device = { ...PIPE, precondition: { state_files: { ".state/counter.json": { device: "zero" } } } };
  const contract = hostileContract(device);
  const report = await runConformance(`lines:node ${folder}/program.mjs`, { contract, run: ["read_a_pipe"] });
  const { status, failures = [] } = report.cases[0] ?? {};
  expect([status, ...failures.map(({ message }) => message)]).toEqual([
    "failed",
    "read waited for a device that yields endless bytes, until the kit ended the wait",
  ]);
  expect(violated(report)).toEqual(["counter.waits"]);
  const crashed = await runConformance(`lines:node ${folder}/crash.mjs`, { contract, run: ["read_a_pipe"] });
  expect(crashed.cases[0]?.failures.map(({ code }) => code)).toEqual(["NXC_PROCESS_DIED"]);
});
