import { expect, test } from "vitest";
import { counterAdapter } from "../conformance/testing/counter-contract.js";
import { FAULTY, reportOf } from "../conformance/testing/reports.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

test("differences stand first, what is violated before the rest, and what all have in common is counted", async () => {
  const cwd = temporaryFolder();
  const good = await reportOf(counterAdapter());
  writeFiles(cwd, {
    "good.json": good,
    "bad.json": await reportOf(FAULTY),
    "other.json": { ...good, contract: "other" },
  });
  const compare = (...files: readonly string[]) => runHere(program, ["compare", ...files], cwd);

  const { code, stdout, stderr } = await compare("bad.json", "good.json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.split("\n").map((line) => line.trim().replace(/ {2,}/gu, " | "));
  expect(lines.slice(0, 10)).toEqual([
    "counter 2.0.0 | counter",
    "judged by | counter 1 / large | counter 1 / large",
    "verdict | does-not-conform | conforms",
    "MUST | 1 of 8 | 8 of 8",
    "SHOULD | 0 of 1 | 1 of 1",
    "",
    "Different: 8",
    "MUST | counter.add.sums | violated | conforming",
    "MUST | counter.read.total | violated | conforming",
    expect.stringMatching(/^MUST . counter\.\S+ not observed . conforming$/u),
  ]);
  expect(stdout).toContain("The same in all: 1 conforming, 1 untested\n");
  expect((await compare("bad.json", "bad.json")).stdout).toContain("MUST counter.add.sums  violated by all\n");

  expect((await compare("good.json")).stderr).toMatch(/^NXC_USAGE_ARGUMENT {2}one report cannot be compared/u);
  expect((await compare("good.json", "other.json")).stderr).toContain("of different contracts, counter and other");
});
