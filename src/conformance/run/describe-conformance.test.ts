import { AssertionError } from "node:assert";
import { readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";
import type { Adapter } from "../adapters/adapter.js";
import { counterAdapter, counterContract } from "../testing/counter-contract.js";
import { describeConformance } from "./describe-conformance.js";
import type { RunOptions } from "./plan.js";

const contract = `${counterContract()}/`;
const VERDICT = "no binding requirement is violated";

/** Runs the tests like a runner. Returns for each: ok, skipped, or why it failed. */
async function outcomes(adapter: Adapter, options: RunOptions = {}) {
  const path: string[] = [];
  type Run = (context?: unknown) => Promise<void> | void;
  const tests: { name: string; run: Run | undefined }[] = [];
  const add = (isRun: boolean) => (name: string, run: Run) =>
    tests.push({ name: [...path.slice(1), name.split(":")[0]].join(" > "), run: isRun ? run : undefined });
  const describe = (name: string, define: () => void) => {
    path.push(name);
    define();
    path.pop();
  };
  describeConformance(
    adapter,
    { describe, it: Object.assign(add(true), { skip: add(false) }) },
    { contract, ...options },
  );
  const found: Record<string, string> = {};
  for (const { name, run } of tests) {
    try {
      found[name] = run === undefined ? "skipped" : "ok";
      await run?.({ skip: (note: string) => Object.assign(found, { [name]: `skipped: ${note}` }) });
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(AssertionError);
      found[name] = (thrown as Error).message;
    }
  }
  return found;
}

test("each case is a test below its fixture file, and the verdict is the last test", async () => {
  expect(await outcomes(counterAdapter())).toEqual({
    "tools/counter > add_twice": "ok",
    "tools/counter > add_nothing_is_refused": "ok",
    "tools/counter > read_returns_the_total": "ok",
    "tools/counter > read_starts_at_zero": "ok",
    "tools/counter > tick_adds_one": "ok",
    "tools/counter > reset_returns_to_zero": "ok",
    [VERDICT]: "ok",
  });
});

test("the failure for a wrong answer names the requirement, the expected and the actual value", async () => {
  const found = await outcomes(counterAdapter({ read: () => ({ total: 1 }) }), { run: ["read_starts_at_zero"] });
  expect(found["tools/counter > read_starts_at_zero"]).toMatch(
    /^counter\/tools\/counter\/read_starts_at_zero {2}.*counter\.json:\d+\nverifies counter\.read\.zero\n• the answer to read has another value at \$\.total {2}NXC_CASE_RETURN\n {4}expected {2}0\n {4}actual {4}1$/,
  );
});

test("cases that are not offered are skipped, and a run of skipped tests alone is not green", async () => {
  const found = await outcomes(counterAdapter({}, { tools: ["read"], surfaces: ["tools"] }), { profile: "small" });
  expect(found["tools/counter > add_twice"]).toBe("skipped");
  expect(found["tools/counter > read_returns_the_total"]).toBe("ok");
  expect(found[VERDICT]).toBe("ok");
  const none = await outcomes(counterAdapter({}, { tools: [], surfaces: ["tools"] }), { profile: "small" });
  expect(none[VERDICT]).toMatch(/^counter \/ small: nothing-judged\n {2}not observed: MUST counter\.add\.sums\n/);
});

test("a refusal of a tool that never works shows nothing: its test is skipped, and the verdict fails", async () => {
  const dead = counterAdapter({
    add: () => {
      throw new Error("down");
    },
  });
  const found = await outcomes(dead, { run: ["add_nothing_is_refused"] });
  expect(found["tools/counter > add_nothing_is_refused"]).toMatch(/^skipped: .* shows nothing: add works in no case/);
  expect(found[VERDICT]).toMatch(/^counter \/ large: does-not-conform\n/);
});

test("a case in the baseline passes until the entry is stale", async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { "known.yml": "failing:\n  - { case: reset_returns_to_zero, reason: not yet }\n" });
  const options = { cwd, baseline: "known.yml" };
  const known = await outcomes(counterAdapter({ reset: () => ({ total: 0 }) }), options);
  expect([...new Set(Object.values(known))]).toEqual(["ok"]);
  const stale = await outcomes(counterAdapter(), options);
  expect(stale["tools/counter > reset_returns_to_zero"]).toContain("known.yml:2: case");
  expect(stale[VERDICT]).toContain("stale");
});

test("a selection that matches nothing is an immediate error", () => {
  const runner = { describe: () => undefined, it: () => undefined };
  expect(() => describeConformance(counterAdapter(), runner, { contract, run: ["nobody"] })).toThrow("matches no case");
});

test("control characters from an implementation are visible text in names, messages and values", async () => {
  const said = "\n::error::x\u001b[2J\u202e";
  const names: string[] = [];
  const tests: (() => unknown)[] = [];
  const runner = {
    describe: (name: string, define: () => void) => {
      names.push(name);
      define();
    },
    it: (_: string, run: () => unknown) => tests.push(run),
  };
  const adapter = { ...counterAdapter({ read: () => ({ total: said, [said]: said }) }), name: said };
  describeConformance(adapter, runner, { contract, run: ["read_returns*"] });
  const errors: AssertionError[] = [];
  for (const run of tests) await Promise.resolve(run()).catch((error: AssertionError) => errors.push(error));
  expect(names).toContain("counter / large: \\n::error::x\\u{1b}[2J\\u{202e}");
  expect(errors[0]?.message).toContain(String.raw`actual    "\n::error::x\u001b[2J\u202e"`);
  expect(errors[0]?.actual).toBe("\n\\u{3a}:error::x\\u{1b}[2J\\u{202e}");
  for (const { message } of errors) expect(message).not.toMatch(/(?!\n)\p{C}|^\s*::/mu);
});

test("no folder of a case is left, although a runner does not wait after a test", async () => {
  const parent = temporaryFolder();
  vi.stubEnv("TMPDIR", parent);
  const seen: string[] = [];
  const plain = counterAdapter();
  const adapter: Adapter = {
    ...plain,
    open: (context) => {
      // The folders of earlier tests are gone.
      seen.push(...readdirSync(parent).filter((name) => !context.workspace.includes(name)));
      return plain.open(context);
    },
  };
  await outcomes(adapter);
  vi.unstubAllEnvs();
  expect(seen).toEqual([]);
  expect(readdirSync(parent)).toEqual([]);
});
