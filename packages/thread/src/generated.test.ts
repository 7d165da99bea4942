import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the types are those of the contract's schemas", () => {
  const script = fileURLToPath(new URL("../scripts/generate-types.ts", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", script, "--check"], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
