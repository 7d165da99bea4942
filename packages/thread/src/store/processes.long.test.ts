import { describeOnDatabases } from "@nexus-core/service/testing/databases";
import { expect, test } from "vitest";
import type { Message } from "../generated/contract.js";
import { runPosters } from "../testing/posters.js";
import { openTestService } from "../testing/service.js";

describeOnDatabases("several processes on one %s", (newDatabase) => {
  test("number messages without gaps, and post once under one key", async () => {
    const environment = { THREAD_DATABASE: await newDatabase() };
    const { service, as } = await openTestService(environment);
    const agent = as("writer");
    const { thread_id } = await agent("create_thread", { title: "x", type: "workflow", participants: ["writer"] });
    const posted = await runPosters({ environment, agent: "writer", thread: thread_id, count: 20, processes: 3 });

    expect(posted).toHaveLength(120);
    const { messages } = (await agent("read_messages", { thread_id, limit: 200 })) as { messages: Message[] };
    // 20 messages of each process, and 20 that all of them posted.
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
