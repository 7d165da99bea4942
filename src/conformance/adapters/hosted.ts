/** `module:PATH`: an adapter in JavaScript or TypeScript, which runs in a process of its own. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { resolve as resolveImport } from "import-meta-resolve";
import { NexusError } from "../../base/errors.js";
import { packageRoot } from "../../base/package-root.js";
import type { Adapter } from "./adapter.js";
import { type LaunchContext, type LoadContext, launchOf } from "./launch.js";
import { WRONG_SHAPE } from "./module.js";
import { loadProgram } from "./program.js";

const HOST = join(packageRoot, "bin", "adapter-host.js");

/** @throws NexusError NXC_ADAPTER_NOT_FOUND, NXC_ADAPTER_LOAD or NXC_ADAPTER_SHAPE */
export async function loadHostedAdapter(named: string, loading: LoadContext): Promise<Adapter> {
  const { cwd } = loading;
  const path = moduleAt(named, cwd);
  const command = [process.execPath, ...loaderOf(path, cwd), HOST, path] as const;
  const launch = (context: LaunchContext) => ({ ...launchOf(command, cwd, "none", context), ownChannel: true });
  const failed = (call: string, reason: string, words: string) => failureOf(named, call, reason, words);
  try {
    return await loadProgram({ launch, failed }, loading);
  } catch (thrown) {
    if (!(thrown instanceof NexusError) || thrown.code.startsWith("NXC_ADAPTER_")) throw thrown;
    throw NexusError.of("NXC_ADAPTER_LOAD", { reason: thrown.message }, named, thrown);
  }
}

/** A path from the folder of the run, or the name of a package that is installed there, or of an export of it. */
export function moduleAt(named: string, cwd: string): string {
  const path = resolve(cwd, named);
  if (existsSync(path)) return path;
  const found = importedFrom(named, cwd);
  if (found === undefined || !existsSync(found)) throw NexusError.of("NXC_ADAPTER_NOT_FOUND", {}, named);
  return found;
}

/** What an import of this name would load. Many packages cannot be required, and require finds another module of others. */
function importedFrom(named: string, cwd: string): string | undefined {
  try {
    return fileURLToPath(resolveImport(named, pathToFileURL(join(cwd, "package.json")).href));
  } catch {
    return undefined;
  }
}

/** The arguments with which Node reads the module; none for JavaScript. */
function loaderOf(path: string, cwd: string): readonly string[] {
  if (!/\.[cm]?ts$/u.test(path)) return [];
  try {
    return ["--import", pathToFileURL(createRequire(join(cwd, "package.json")).resolve("tsx")).href];
  } catch {
    const reason = "TypeScript needs the package tsx, which is not installed";
    throw NexusError.of("NXC_ADAPTER_LOAD", { reason }, path);
  }
}

function failureOf(named: string, call: string, reason: string, words: string): NexusError {
  const where = call === "hello" ? named : undefined;
  if (reason.startsWith(WRONG_SHAPE)) {
    return NexusError.of("NXC_ADAPTER_SHAPE", { reason: reason.slice(WRONG_SHAPE.length) }, where);
  }
  if (call === "hello") return NexusError.of("NXC_ADAPTER_LOAD", { reason }, where);
  if (call === "open") return NexusError.of("NXC_ADAPTER_OPEN", { reason });
  if (call === "close") return NexusError.of("NXC_ADAPTER_CLOSE", { reason });
  if (call === "advance") return NexusError.of("NXC_PROTOCOL_FAILED", { call, reason, words });
  return NexusError.of("NXC_ADAPTER_ANSWER", { call, reason });
}
