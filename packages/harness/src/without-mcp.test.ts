import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Project } from "./testing/project.js";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));

test("the harness as a library loads neither the MCP SDK nor ajv", () => {
  const { root } = new Project();
  const installed = join(root, "node_modules/@nexus-core/harness");
  mkdirSync(installed, { recursive: true });
  for (const name of ["package.json", "dist"]) cpSync(join(PACKAGE, name), join(installed, name), { recursive: true });
  symlinkSync(join(MODULES, "nexus-core"), join(root, "node_modules/nexus-core"));
  const load = (entry: string) => {
    const code = `import("${entry}").then((m) => console.log(Object.keys(m).join()), (e) => console.log(e.message));`;
    return spawnSync(process.execPath, ["-e", code], { cwd: root, encoding: "utf8" }).stdout.trim();
  };
  expect(load("@nexus-core/harness")).toBe("ToolError,createHarness");
  expect(load("@nexus-core/harness/mcp")).toContain("Cannot find package '@modelcontextprotocol/sdk'");
});
