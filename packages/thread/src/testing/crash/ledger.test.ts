import { expect, test } from "vitest";
import { brokenPromises, type Found, type Ledger, type StoredMessage } from "./ledger.js";

const post = (number: number, answered: boolean) => ({
  agent: "ada",
  params: {
    thread_id: "t",
    schema_version: 1,
    kind: "chat",
    body: `body ${number}`,
    metadata: { number },
    idempotency_key: `post-${number}`,
  } as const,
  ...(answered ? { outcome: { answer: answerOf(number) } } : {}),
});

const answerOf = (number: number) => ({ message_id: `m${number}`, seq: number, created_at: "2026-01-01" });

const message = (number: number): StoredMessage => ({
  ...answerOf(number),
  body: `body ${number}`,
  metadata: { number },
  sender_agent_id: "ada",
});

const ledger: Ledger = {
  thread: "t",
  posts: [post(1, true), post(2, true), post(3, false)],
  statuses: ["active", "blocked"],
  cursors: new Map([["ada", { known: 1, asked: 2 }]]),
  updatedAt: "2026-01-01",
};

const sound: Found = {
  messages: [message(1), message(2)],
  status: "active",
  updatedAt: "2026-01-02",
  cursors: new Map([["ada", 2]]),
};

test("a store with all acknowledged posts keeps every promise, with or without the other posts", () => {
  expect(brokenPromises(ledger, sound)).toEqual([]);
  expect(brokenPromises(ledger, { ...sound, messages: [message(1), message(2), message(3)] })).toEqual([]);
});

test.each<[string, Partial<Found>, readonly string[]]>([
  ["a lost message", { messages: [message(1)] }, ["post-2 was acknowledged and is lost"]],
  [
    "a gap, and another number than the acknowledged one",
    { messages: [message(1), { ...message(2), seq: 3 }] },
    ["message 2 has the number 3", "post-2 was acknowledged with the seq 2 and has 3"],
  ],
  ["two of one", { messages: [message(1), message(2), { ...message(2), seq: 3 }] }, ["post-2 is there 2 times"]],
  [
    "a half one",
    { messages: [message(1), message(2), { ...message(3), metadata: {} }] },
    ["post-3 is there and not whole"],
  ],
  ["an unknown message", { messages: [message(1), message(2), { ...message(3), body: "?" }] }, ['no agent posted "?"']],
  ["an unknown status", { status: "closed" }, ["the status is closed, and should be active or blocked"]],
  ["a time that went back", { updatedAt: "2025-12-31" }, ["updated_at went back to 2025-12-31"]],
  ["a cursor that went back", { cursors: new Map([["ada", 0]]) }, ["the cursor of ada is 0, and was 1 to 2"]],
  ["a cursor that ran ahead", { cursors: new Map([["ada", 3]]) }, ["the cursor of ada is 3, and was 1 to 2"]],
])("%s is a broken promise", (_, found, broken) => {
  expect(brokenPromises(ledger, { ...sound, ...found })).toEqual(broken);
});
