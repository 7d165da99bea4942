import { fileURLToPath } from "node:url";
import { runConformance } from "nexus-core";
import { expect, test } from "vitest";
import adapter from "./adapter.js";
import { EVENT_NAMES } from "./generated/register.js";

const BIN = fileURLToPath(new URL("../bin/nexus-hook.js", import.meta.url));

test("the harness conforms through hook processes, several of them at once", async () => {
  const events = Object.fromEntries(EVENT_NAMES.map((name) => [name, `node ${BIN}`]));
  const run = [
    "core/lifecycle/session-*/*",
    "core/lifecycle/namespaces/namespaces_of_two_harnesses_in_one_directory",
    "core/lifecycle/trackers/tracker_of_a_whole_session",
    "core/lifecycle/trackers/tracker_under_many_events_at_once/agent-spawn",
  ];
  const report = await runConformance(adapter, { profile: "lifecycle", run, mapping: { events }, timeout: 60_000 });
  expect(report.cases.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(report.cases.length).toBeGreaterThan(20);
});
