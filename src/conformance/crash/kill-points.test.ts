/** Calls that are killed at each of their file operations. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageRoot } from "../../base/package-root.js";
import { temporaryFolder } from "../../testing/temporary-folder.js";
import { runConformance } from "../engine/run-conformance.js";
import { COUNTER, COUNTER_CONTRACT, counterAdapter, counterContract } from "../testing/counter-contract.js";
import { add, read } from "../testing/counter-steps.js";
import { fakeProgram } from "../testing/judge-counter.js";
import { hasStrace } from "./strace-recorder.js";

/** The contract with its requirement about crashes, which other tests leave untested. */
const TESTED = COUNTER_CONTRACT.replace(", untested: no fixture can crash it yet", "");
const given = { precondition: { state_files: { ".state/counter.json": { total: 2 } } } };
const FIXTURES = [
  {
    ...given,
    test_id: "crash_of_add",
    description: "After a crash in the middle of add the old or the new total is there",
    verifies: ["counter.add.atomic"],
    steps: [
      {
        restart: { signal: "SIGKILL", during: { action: add(5) }, at: "each-file-operation" },
        assert_either_state: [{ ".state/counter.json": { "$.total": 2 } }, { ".state/counter.json": { "$.total": 7 } }],
      },
      { action: add(10), assert_return: { "$.total": { one_of: [12, 17] } } },
    ],
  },
  {
    ...given,
    test_id: "add_and_read",
    description: "Adding and reading work without a crash",
    verifies: ["counter.add.sums", "counter.read.total"],
    steps: [{ action: add(5) }, { action: read, assert_return: { "$.total": 7 } }],
  },
];

async function judge(form: Parameters<typeof runConformance>[0]) {
  const contract = counterContract({ "contract.yml": TESTED, "tools/counter.json": FIXTURES });
  const report = await runConformance(form, { contract, timeout: 10_000 });
  return {
    violated: report.requirements.filter(({ status }) => status === "violated").map(({ id }) => id),
    statuses: report.cases.map(({ status }) => status),
    messages: report.cases.flatMap(({ failures }) => failures.map(({ message }) => message)),
    sampled: report.cases.flatMap(({ sampled }) => sampled ?? []),
  };
}

const writing = (how: string) => `lines:node "${fakeProgram("writers.mjs")}" "${how}"`;
const CORRECT = { violated: [], statuses: ["passed", "passed"], messages: [], sampled: [] };

describe("a Node program", () => {
  test("that writes aside and renames passes", async () => {
    expect(await judge(writing("atomic"))).toEqual(CORRECT);
  });

  test("that writes in place breaks the requirement about crashes alone", async () => {
    const { messages, ...rest } = await judge(writing("sync"));
    expect(rest).toEqual({ violated: ["counter.add.atomic"], statuses: ["failed", "passed"], sampled: [] });
    expect(messages).toEqual([
      expect.stringMatching(
        /^killed before write .state\/counter.json \(operation 2 of 2\): the files are in none of the states that the case allows: /u,
      ),
    ]);
  });
});

describe("on a full disk", () => {
  const full = {
    ...given,
    test_id: "full_disk_of_add",
    description: "What can't be stored is refused, and the total stays",
    verifies: ["counter.add.atomic"],
    steps: [
      { restart: { signal: "SIGTERM", max_file_size: 0 } },
      { action: add(5), assert_error: { leaves: "anything" }, assert_unchanged: true },
      { restart: { signal: "SIGTERM" } },
      { action: add(10), assert_return: { "$.total": 12 } },
    ],
  };
  const casesOf = async (form: string) => {
    const contract = counterContract({ "contract.yml": TESTED, "tools/counter.json": [full] });
    return (await runConformance(form, { contract, timeout: 10_000 })).cases;
  };
  const failuresOf = async (how: string) =>
    (await casesOf(writing(how))).flatMap(({ failures }) => failures.map(({ code, message }) => `${code} ${message}`));

  test("a program that writes aside keeps the total", async () => {
    expect(await failuresOf("atomic")).toEqual([]);
  });

  test("one that ends keeps it, too", async () => {
    expect(await failuresOf("or ends")).toEqual([]);
  });

  test("one that needs room to start is not judged there", async () => {
    const cache = join(temporaryFolder(), "cache");
    expect(await casesOf(`${writing("atomic")} "${cache}"`)).toMatchObject([
      { status: "skipped", reason: expect.stringMatching(/^the implementation does not start on a full disk: /u) },
    ]);
  });

  test("one that writes in place loses it", async () => {
    expect(await failuresOf("sync")).toEqual([expect.stringMatching(/^NXC_CASE_\w+ .*counter.json/u)]);
  });
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;
describe.skipIf(!hasStrace())("under strace, which this system may lack", () => {
  test("what a Node program lets another program write is seen", async () => {
    const { violated, messages, sampled } = await judge(writing("another program"));
    expect({ violated, sampled }).toEqual({ violated: ["counter.add.atomic"], sampled: [] });
    expect(messages[0]).toContain("killed before write .state/counter.json (operation 2 of 2)");
  });

  test("a Node program that writes two files at once passes", async () => {
    expect(await judge(writing("two at once"))).toEqual(CORRECT);
  });

  test.skipIf(!hasPython)(
    "a Python program that writes in place breaks the requirement about crashes alone",
    async () => {
      const { messages, ...rest } = await judge(`lines:python3 "${join(packageRoot, "docs/use/examples/adapter.py")}"`);
      expect(rest).toEqual({ violated: ["counter.add.atomic"], statuses: ["failed", "passed"], sampled: [] });
      expect(messages[0]).toContain("killed before write .state/counter.json (operation 2 of 2)");
    },
  );
});

test("where no file operation can be seen, the case is repeated with kills after several times, which the report says", async () => {
  const kills: string[] = [];
  const open = ({ workspace }: { readonly workspace: string }) => ({
    call: (tool: string, params: Readonly<Record<string, unknown>>) => COUNTER[tool]?.(params, workspace),
    kill: async (signal: string) => {
      kills.push(signal);
    },
  });
  const { sampled, ...rest } = await judge(counterAdapter({}, { open }));
  expect({ ...rest, sampled: [] }).toEqual(CORRECT);
  expect(sampled).toEqual(["the file operations of an interrupted call could not be seen"]);
  expect(kills.length).toBeGreaterThan(8);
});
