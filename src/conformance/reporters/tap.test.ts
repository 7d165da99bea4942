import { Parser } from "tap-parser";
import { expect, test } from "vitest";
import { counterAdapter } from "../testing/counter-contract.js";
import { everyStatus, HOSTILE, reportOf } from "../testing/reports.js";
import { tap } from "./tap.js";

interface Point {
  readonly ok: boolean;
  readonly name: string;
  readonly skip?: string | boolean;
  readonly todo?: string | boolean;
  readonly diag?: Readonly<Record<string, unknown>>;
}

/** The test points found by an independent parser, which stops at the first invalid line. */
function parsed(text: string): readonly Point[] {
  const points: Point[] = [];
  const parser = new Parser({ strict: true });
  parser.on("assert", (point: Point) => points.push(point));
  parser.end(text);
  expect(parser.results?.failures.filter((failure) => "tapError" in failure && failure.tapError !== null)).toEqual([]);
  expect(parser.results?.count).toBe(points.length);
  return points;
}

test("a good run parses, with a test point for each case and one for the verdict", async () => {
  const points = parsed(tap(await reportOf(counterAdapter())));
  expect(points.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true, true]);
  expect(points[0]?.name).toBe("counter/tools/counter/add_twice: Two additions are summed up in the file");
  expect(points.at(-1)?.name).toBe("verdict: Conforms.");
});

test("every status parses, whatever an implementation returns", async () => {
  const points = parsed(tap(await everyStatus()));
  const byName = (part: string) => points.find(({ name }) => name.includes(part));
  expect(byName("add_twice")).toMatchObject({
    ok: false,
    diag: { severity: "fail", at: "tools/counter.json:2", verifies: expect.arrayContaining(["counter.add.sums"]) },
  });
  expect(byName("read_returns")?.diag).toMatchObject({ failures: [{ actual: HOSTILE }] });
  expect(byName("reset")).toMatchObject({ ok: false, diag: { severity: "error" } });
  expect(byName("tick")).toMatchObject({ ok: true, skip: "the adapter offers no events" });
  expect(byName("read_starts")).toMatchObject({ ok: true, skip: expect.stringContaining("blocked: read was refused") });
  expect(byName("/known")).toMatchObject({ ok: false, todo: expect.stringContaining("known to fail") });
  expect(byName("/healed")).toMatchObject({ ok: false });
  expect(points.at(-1)).toMatchObject({ ok: false, name: "verdict: Does not conform." });
});
