import { expect, test } from "vitest";
import type { ThreadStatus } from "../generated/contract.js";
import { transitionOf } from "./transition.js";

const STATUSES: readonly ThreadStatus[] = ["active", "blocked", "resolved", "closed"];

test("the kind of each status change, first for an undisputed thread and then for a disputed one", () => {
  const table = STATUSES.map((from) =>
    Object.fromEntries(
      STATUSES.filter((to) => to !== from).map((to) => [
        `${from} to ${to}`,
        `${transitionOf(from, to, false)} ${transitionOf(from, to, true)}`,
      ]),
    ),
  );
  expect(table).toEqual([
    {
      "active to blocked": "ordinary ordinary",
      "active to resolved": "ordinary override",
      "active to closed": "ordinary override",
    },
    {
      "blocked to active": "ordinary ordinary",
      "blocked to resolved": "override override",
      "blocked to closed": "override override",
    },
    {
      "resolved to active": "ordinary ordinary",
      "resolved to blocked": "none none",
      "resolved to closed": "ordinary override",
    },
    { "closed to active": "override override", "closed to blocked": "none none", "closed to resolved": "none none" },
  ]);
});
