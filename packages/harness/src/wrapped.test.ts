/** Judges the harness through wrappers: what they change is either left open by the contract, or wrong in all answers. */

import { type Adapter, runConformance } from "nexus-core";
import { expect, test } from "vitest";
import adapter from "./adapter.js";

type Members = readonly (readonly [name: string, value: unknown])[];

/** A JSON value in which the members of every object, and every other value, are changed. */
function changed(value: unknown, members: (each: Members) => Members, leaf = (each: unknown) => each): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, members, leaf));
  if (typeof value !== "object" || value === null) return leaf(value);
  const inner = Object.entries(value).map(([name, each]) => [name, changed(each, members, leaf)] as const);
  return Object.fromEntries(members(inner));
}

/** `Z` as Python writes it. */
const inOffset = (value: unknown) =>
  typeof value === "string" ? value.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)Z$/u, "$1+00:00") : value;
const otherwise = (value: unknown) => changed(value, (members) => members.toReversed(), inOffset);
const inCamelCase = (value: unknown) =>
  changed(value, (members) =>
    members.map(([name, each]) => [name.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()), each]),
  );
const withoutItems = (value: unknown) =>
  changed(value, (members) => members.map(([name, each]) => [name, Array.isArray(each) ? [] : each]));

function wrapped(answer: (value: unknown) => unknown): Adapter {
  return {
    ...adapter,
    open: async (context) => {
      const { call, emit } = await adapter.open(context);
      return {
        call: async (...words) => answer(await call(...words)),
        emit: async (...words) => answer(await emit?.(...words)),
      };
    },
  };
}

const TOOLS = { run: ["plan_*", "task_*", "history_search_*", "capabilities_*", "context_*"], skip: ["**/hostile/**"] };

async function violated(harness: Adapter) {
  const { requirements, cases } = await runConformance(harness, { ...TOOLS, seed: 1, explore: 0 });
  expect(cases.filter(({ status }) => status === "errored")).toEqual([]);
  return requirements.flatMap(({ id, status }) => (status === "violated" ? [id] : []));
}

test("answers with another order of members and another spelling of times conform", async () => {
  expect(await violated(wrapped(otherwise))).toEqual([]);
});

test("fields with other names violate what asks for them, and not what the rest rests on", async () => {
  const found = await violated(wrapped(inCamelCase));
  expect(found).toContain("core.answers.schema");
  expect(found).toContain("core.plan_status.active");
  expect(found).not.toContain("core.state.read-each-call");
});

test("empty lists violate what asks for items, and not what the rest rests on", async () => {
  const found = await violated(wrapped(withoutItems));
  expect(found).toContain("core.task_list.answer");
  expect(found).not.toContain("core.state.read-each-call");
});
