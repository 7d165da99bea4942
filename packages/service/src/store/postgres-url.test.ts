import { expect, test } from "vitest";
import { StartError } from "../start-error.js";
import { settingsOf } from "./postgres-url.js";

const SERVER = "postgres://me:hunter2@127.0.0.1/db";

test("a URL says the schema, the number of connections and the wait for a lock", () => {
  expect(settingsOf(SERVER, "notes")).toEqual({ schema: "notes", pool: 10, patienceMs: 5000 });
  const all = { schema: "x", pool: 2, patienceMs: 60_000 };
  expect(settingsOf(`${SERVER}?schema=x&pool=2&patience=60s`, "notes")).toEqual(all);
  expect(settingsOf(`${SERVER}?pool=500&patience=100ms`, "notes")).toMatchObject({ pool: 500, patienceMs: 100 });
});

test.each(["pool=1", "pool=501", "pool=x", "pool=", "patience=5", "patience=99ms", "patience=61s", "patience=-1s"])(
  "a URL with %s is refused in one line",
  (setting) => {
    const [name = ""] = setting.split("=");
    const refusal = new RegExp(`^The ${name} of the database URL is no [^\n]+ Write [^\n]+$`);
    expect(() => settingsOf(`${SERVER}?${setting}`, "notes")).toThrow(StartError);
    expect(() => settingsOf(`${SERVER}?${setting}`, "notes")).toThrow(refusal);
  },
);
