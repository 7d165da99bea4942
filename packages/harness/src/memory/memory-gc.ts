import { lstatSync } from "node:fs";
import { join } from "node:path";
import { forgettingCandidates, type MemoryAccess, NexusError } from "nexus-core";
import { withoutFiles } from "../events/access-log.js";
import { Namespace } from "../events/namespace.js";
import { isMemoryFile, projectFile } from "../events/project-file.js";
import type { MemoriesDeleted, MemoryGcParams } from "../generated/contract.js";
import { staysInside } from "../stays-inside.js";
import { ToolError } from "../tool-error.js";
import { deleteInCommit } from "./delete-in-commit.js";
import { allReads, candidateOf, memoryFiles, withChanges } from "./memory-facts.js";
import { MEMORY } from "./memory-store.js";
import type { MemoryPlace, MemoryTool } from "./memory-tool.js";
import { checkRecoverable, openRepository } from "./repository.js";

/** Shows what could be forgotten, or forgets what was chosen. */
export const memoryGc: MemoryTool<"memory_gc"> = async (place, params) => {
  const { delete: chosen, automatic = false, thresholds } = params;
  if (chosen === undefined) {
    const { candidates, warnings } = await look(place, automatic ? { thresholds: {}, ...params } : params);
    if (!automatic) return { candidates, ...(warnings.length === 0 ? {} : { warnings }) };
    return forget(
      place,
      candidates.map(({ path }) => path),
    );
  }
  if (automatic || thresholds !== undefined) {
    const parameter = automatic ? "automatic" : "thresholds";
    const problem = "delete names the files already; give one or the other";
    throw ToolError.of("INVALID_PARAMETER", { tool: "memory_gc", parameter, problem });
  }
  return forget(place, [...new Set(chosen.map((path) => memoryFile(place.root, path)))].sort());
};

/** The files with what speaks for forgetting each; with thresholds, those against which all of them speak. */
async function look({ store, root, now }: MemoryPlace, { thresholds }: MemoryGcParams) {
  const time = now();
  const { records, warnings } = allReads(root);
  const cycles = [...store.load({ reads: ["history"], writes: false }).cycles()];
  const facts = await withChanges(root, memoryFiles(root));
  const shown = thresholds === undefined ? undefined : against(thresholds, records, facts, time, cycles);
  const byPath = new Map(records.map((record) => [record.path, record]));
  const candidates = facts
    .filter(({ path }) => shown?.has(path) ?? true)
    .map((fact) => candidateOf(fact, byPath.get(fact.path), cycles, time));
  return { candidates, warnings };
}

function against(
  thresholds: NonNullable<MemoryGcParams["thresholds"]>,
  records: readonly MemoryAccess[],
  facts: Parameters<typeof forgettingCandidates>[1],
  time: Date,
  cycles: readonly { readonly completed_at: string }[],
): ReadonlySet<string> {
  try {
    return new Set(forgettingCandidates(records, facts, { thresholds }, time, cycles).map(({ path }) => path));
  } catch (thrown) {
    if (!(thrown instanceof NexusError)) throw thrown;
    const problem = thrown.message.replace(/\.+$/u, "");
    throw ToolError.of("INVALID_PARAMETER", { tool: "memory_gc", parameter: "thresholds", problem }, thrown);
  }
}

/**
 * A path as it was given, as the project names the file.
 * @throws ToolError NO_MEMORY for whatever is no file of memory
 */
function memoryFile(root: string, given: string): string {
  const refuse = (problem: string) => ToolError.of("NO_MEMORY", { path: JSON.stringify(given), problem });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/u.test(given)) throw refuse("no file of .nexus/memory/: it holds a control character");
  const file = projectFile(root, given);
  if (!isMemoryFile(file)) throw refuse("no file of .nexus/memory/");
  if (!staysInside(root, MEMORY, file.slice(MEMORY.length + 1))) {
    throw refuse("behind a symbolic link that leads out of .nexus/memory/");
  }
  const found = lstatSync(join(root, file), { throwIfNoEntry: false });
  if (found === undefined) throw refuse("not there");
  if (found.isSymbolicLink()) throw refuse("a symbolic link");
  if (!found.isFile()) throw refuse("no file");
  return file;
}

async function forget(place: MemoryPlace, files: readonly string[]): Promise<MemoriesDeleted> {
  const { store, root } = place;
  if (files.length === 0) return { deleted: [] };
  const check = async () => {
    const repository = await openRepository(root);
    await checkRecoverable(root, repository, files);
    return repository;
  };
  // A call that is refused creates nothing, not even the folder of the lock.
  if (!store.exists) await check();
  const release = await store.lock();
  try {
    const deletion = await deleteInCommit(root, await check(), files);
    forgetReads(place, files);
    return { deleted: files, ...deletion };
  } finally {
    release();
  }
}

/** The files are gone by now, and a line of one that is gone does no harm where it cannot be removed. */
function forgetReads({ root, harnessId }: MemoryPlace, files: readonly string[]): void {
  const namespace = new Namespace(root, harnessId);
  try {
    const text = namespace.accessLog();
    const accessLog = withoutFiles(text, files);
    if (accessLog !== text) namespace.commit({ accessLog }, false);
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
  }
}
