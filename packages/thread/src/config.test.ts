import { StartError } from "@nexus-core/service/start-error";
import { expect, test } from "vitest";
import { type Environment, readConfig } from "./config.js";
import { DEFAULT_TIMES } from "./wake/times.js";

test("every variable has a default", () => {
  expect(readConfig({ THREAD_WORKSPACE: " " }, "/srv")).toEqual({
    keys: undefined,
    audience: undefined,
    issuer: undefined,
    tokenLifetimeMs: 604_800_000,
    database: "/srv/.thread/thread.db",
    runtimeScript: undefined,
    quota: { burst: 600, perMs: 60_000 },
    workspace: undefined,
    idempotencyWindowMs: 86_400_000,
    triggerQuota: { burst: 120, perMs: 60_000 },
    startQuota: { burst: 60, perMs: 60_000 },
    times: DEFAULT_TIMES,
  });
});

test("every variable can be set", () => {
  const environment = {
    THREAD_KEYS: "/etc/keys.json",
    THREAD_AUDIENCE: "threads",
    THREAD_ISSUER: "https://platform.example",
    THREAD_TOKEN_LIFETIME: "12h",
    THREAD_RUNTIME_SCRIPT: "runtime.json",
    THREAD_DATABASE: "postgres://me:secret@db.example/threads",
    THREAD_POST_QUOTA: "none",
    THREAD_WORKSPACE: "wk_mobile",
    THREAD_IDEMPOTENCY_WINDOW: "90m",
    THREAD_TRIGGER_QUOTA: "none",
    THREAD_START_QUOTA: "2/1h",
    THREAD_DEFER_CHECK: "1s",
    THREAD_QUIET: "2s",
    THREAD_MAX_DEFER: "3s",
    THREAD_STALE_AFTER: "4s",
    THREAD_START_GRACE: "5s",
  };
  expect(readConfig(environment, "/srv")).toEqual({
    keys: "/etc/keys.json",
    audience: "threads",
    issuer: "https://platform.example",
    tokenLifetimeMs: 43_200_000,
    database: "postgres://me:secret@db.example/threads",
    runtimeScript: "/srv/runtime.json",
    quota: undefined,
    workspace: "wk_mobile",
    idempotencyWindowMs: 5_400_000,
    triggerQuota: undefined,
    startQuota: { burst: 2, perMs: 3_600_000 },
    times: { lookEveryMs: 1000, quietMs: 2000, longestDeferralMs: 3000, staleMs: 4000, startGraceMs: 5000 },
  });
});

test.each<Environment>([
  { THREAD_POST_QUOTA: "3" },
  { THREAD_POST_QUOTA: "0/60s" },
  { THREAD_POST_QUOTA: "-3/60s" },
  { THREAD_POST_QUOTA: "3/0s" },
  { THREAD_POST_QUOTA: "3/60" },
  { THREAD_POST_QUOTA: "3/60s\nand more" },
  { THREAD_IDEMPOTENCY_WINDOW: "a day" },
  { THREAD_IDEMPOTENCY_WINDOW: "0h" },
  { THREAD_IDEMPOTENCY_WINDOW: "999999999999d" },
  { THREAD_TOKEN_LIFETIME: "none" },
  { THREAD_WORKSPACE: "a b" },
  { THREAD_WORKSPACE: "../up" },
  { THREAD_DATABASE: "mysql://secret@host/db" },
  { THREAD_DATABASE: "postgres://me:secret@[" },
  { THREAD_DATABASE: "a\0b" },
  { THREAD_KEYS: "a\0b" },
])("an invalid value is refused in one line that names the variable and reveals no secret: %j", (environment) => {
  const [name = ""] = Object.keys(environment);
  let refusal: unknown;
  try {
    readConfig(environment);
  } catch (thrown) {
    refusal = thrown;
  }
  expect(refusal).toBeInstanceOf(StartError);
  expect((refusal as StartError).message).toMatch(new RegExp(`^${name}\\b[^\\n]+\\.$`));
  expect((refusal as StartError).message).not.toContain("secret");
});
