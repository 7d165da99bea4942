import { describeOnDatabases } from "@nexus-core/service/testing/databases";
import { expect, test } from "vitest";
import { openTestService } from "../testing/service.js";

describeOnDatabases("on %s", (newDatabase) => {
  test("a retry is not charged to the quota, even if the quota is used up", async () => {
    const { service, as, advance } = await openTestService({
      THREAD_POST_QUOTA: "2/60s",
      THREAD_IDEMPOTENCY_WINDOW: "10m",
      THREAD_DATABASE: await newDatabase(),
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
    // The window of the key is over, so a post under it is a new message and is charged.
    advance(10 * 60 * 1000);
    expect(await post("one", "another payload")).toMatchObject({ seq: 3 });
    expect(await post("four")).toMatchObject({ seq: 4 });
    expect(await post("five")).toMatchObject({ code: "RATE_LIMITED" });
    await service.close();
  });
});
