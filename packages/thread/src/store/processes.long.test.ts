import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Message } from "../generated/contract.js";
import { runPosters } from "../testing/posters.js";
import { type PostgresServer, skipsPostgres, startPostgres } from "../testing/postgres.js";
import { openTestService } from "../testing/service.js";

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  if (!skipsPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const DATABASES: [string, boolean, () => string | undefined][] = [
  ["SQLite", false, () => undefined],
  ["PostgreSQL", skipsPostgres, () => postgres?.url],
];

describe.each(DATABASES)("several processes on one %s", (_, skips, database) => {
  test.skipIf(skips)("number messages without a gap, and post once under one key", async () => {
    const { service, as, folder } = await openTestService({ THREAD_DATABASE: database() });
    const agent = as("writer");
    const { thread_id } = await agent("create_thread", { title: "x", type: "workflow", participants: ["writer"] });
    const environment = { THREAD_DATABASE: database() ?? `${folder}/.thread/thread.db` };
    const posted = await runPosters({ environment, agent: "writer", thread: thread_id, count: 20, processes: 3 });

    expect(posted).toHaveLength(120);
    const { messages } = (await agent("read_messages", { thread_id, limit: 200 })) as { messages: Message[] };
    // 20 of each process, and 20 that they all have posted.
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    const answers = new Map<string, Set<string>>();
    for (const { idempotency_key, answer } of posted) {
      answers.set(idempotency_key, (answers.get(idempotency_key) ?? new Set()).add(JSON.stringify(answer)));
    }
    expect(answers.size).toBe(80);
    expect([...answers.values()].filter(({ size }) => size !== 1)).toEqual([]);
    await service.close();
  });
});

test("nothing that was acknowledged is lost when the processes are killed", async () => {
  const { service, as, folder } = await openTestService();
  const agent = as("writer");
  const { thread_id } = await agent("create_thread", { title: "x", type: "workflow", participants: ["writer"] });
  const environment = { THREAD_DATABASE: `${folder}/.thread/thread.db` };
  const options = { environment, agent: "writer", thread: thread_id, count: 90, processes: 2, killAfter: 40 };
  const posted = await runPosters(options);

  const { messages } = (await agent("read_messages", { thread_id, limit: 200 })) as { messages: Message[] };
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, n) => n + 1));
  const kept = new Map(messages.map(({ message_id, seq }) => [message_id, seq]));
  expect(posted.filter(({ answer }) => kept.get(answer.message_id) !== answer.seq)).toEqual([]);
  expect(posted.length).toBeGreaterThanOrEqual(80);
  expect(posted.length).toBeLessThan(360);
  await service.close();
});
