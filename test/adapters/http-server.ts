/** Serves the reference harness over streamable HTTP during the tests of a file. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";

/** The path of a program that serves the harness. */
export const server = (name: string) => join(packageRoot, "test/adapters/servers", name);

/**
 * @param env further environment variables for the program
 * @returns a function for its URL, which tests may call and setup code may not
 */
export function serveOverHttp(env: Readonly<Record<string, string>> = {}): () => string {
  let program: ChildProcess;
  let url = "";
  beforeAll(async () => {
    program = spawn(process.execPath, [server("mcp-http.mjs")], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(program.stdout!, "data")) as [Buffer];
    url = line.toString().trim();
  });
  afterAll(async () => {
    program.kill();
    await once(program, "exit");
  });
  return () => url;
}
