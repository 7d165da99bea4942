import { expect, test } from "vitest";
import { loadMcpSdk } from "./mcp-sdk.js";

test("a peer that is not installed is reported as missing, but other failures to load it are not", async () => {
  const failing = (thrown: unknown) => loadMcpSdk(() => Promise.reject(thrown));
  expect(await loadMcpSdk()).toHaveProperty("Client");
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  await expect(failing(missing)).rejects.toMatchObject({ code: "NXC_MCP_MISSING", cause: missing });
  const broken = new SyntaxError("Unexpected token");
  await expect(failing(broken)).rejects.toBe(broken);
  await expect(failing(undefined)).rejects.toBeUndefined();
});
