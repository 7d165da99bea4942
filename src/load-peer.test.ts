import { expect, test } from "vitest";
import { loadPeer } from "./load-peer.js";

test("a peer that is not installed is named, and one that fails in other ways is not said to be missing", async () => {
  const failing = (thrown: unknown) => loadPeer(() => Promise.reject(thrown), "NXC_FUZZ_MISSING");
  expect(await loadPeer(async () => 1, "NXC_FUZZ_MISSING")).toBe(1);
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  await expect(failing(missing)).rejects.toMatchObject({ code: "NXC_FUZZ_MISSING", cause: missing });
  const broken = new SyntaxError("Unexpected token");
  await expect(failing(broken)).rejects.toBe(broken);
  await expect(failing(undefined)).rejects.toBeUndefined();
});
