/** The MCP client library is an optional peer: without it everything else works, and its absence is an error of one line. */

import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";
import { counterContract } from "../../src/conformance/testing/counter-contract.js";
import { temporaryFolder } from "../../src/testing/temporary-folder.js";
import { installedPackage } from "./packed-package.js";

/** This package, installed without its optional peer. */
let installed = "";
beforeAll(async () => {
  const folder = await installedPackage();
  installed = join(folder, "node_modules/nexus-core");
  expect(existsSync(join(folder, "node_modules/@modelcontextprotocol"))).toBe(false);
}, 300_000);

function run(adapter: string, config: string[] = []) {
  const words = [join(installed, "bin/nexus-conformance.js"), "run", "--contract", counterContract()];
  const options = { cwd: temporaryFolder(), encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...words, "--adapter", adapter, ...config], options);
  return { status, stdout, stderr };
}

test.each(["mcp-stdio:node server.js", "mcp-http:http://127.0.0.1:1/mcp"])(
  "without the client library %s is refused in one line",
  (adapter) => {
    const config = join(temporaryFolder(), "nexus-conformance.config.yml");
    writeFileSync(config, "mapping: { workspace: none }\n");
    expect(run(adapter, ["--config", config])).toEqual({
      status: 2,
      stdout: "",
      stderr:
        "NXC_MCP_MISSING  MCP adapters need the package @modelcontextprotocol/sdk, which is not installed. Run npm install --save-dev @modelcontextprotocol/sdk.\n",
    });
  },
);

test("without the client library the other forms work", () => {
  const { status, stdout, stderr } = run(`lines:node "${join(packageRoot, "test/adapters/fakes/lines.mjs")}" well`);
  expect(stderr).toBe("");
  expect(stdout).toContain("Conforms.");
  expect(status).toBe(0);
});
