import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

describe.each(DATABASES)("on %s", (_, skips, at) => {
  test.skipIf(skips)("a retry takes nothing out of a quota, whether anything is left or not", async () => {
    const { service, as, advance } = await openTestService({
      THREAD_POST_QUOTA: "2/60s",
      THREAD_IDEMPOTENCY_WINDOW: "10m",
      THREAD_DATABASE: at(),
    });
    const agent = as("ada");
    const { thread_id } = await agent("create_thread", { title: "x", type: "incident", participants: ["ada"] });
    const post = (key: string, body = key) =>
      agent("post_message", { thread_id, schema_version: 1, kind: "chat", body, idempotency_key: key });
    const first = await post("one");
    expect(first).toMatchObject({ seq: 1 });
    expect(await post("one")).toEqual(first);
    expect(await post("one", "another payload")).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    expect(await post("two")).toMatchObject({ seq: 2 });
    expect(await post("three")).toMatchObject({ code: "RATE_LIMITED" });
    expect(await post("one")).toEqual(first);
    // Its window is over, so that the key stands for a new message, which takes its turn as any other.
    advance(10 * 60 * 1000);
    expect(await post("one", "another payload")).toMatchObject({ seq: 3 });
    expect(await post("four")).toMatchObject({ seq: 4 });
    expect(await post("five")).toMatchObject({ code: "RATE_LIMITED" });
    await service.close();
  });
});
