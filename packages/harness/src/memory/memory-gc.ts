import type { MemoryAccess } from "nexus-core";
import { forgettingCandidates, NexusError } from "nexus-core/toolkit";
import { ToolError } from "../contract/tool-error.js";
import { withoutFiles } from "../events/access-log.js";
import { Namespace } from "../events/namespace.js";
import { projectFile } from "../events/project-file.js";
import type { Cycle, MemoriesDeleted, MemoryGcParams } from "../generated/contract.js";
import { hasHiddenCharacter } from "../store/hidden-characters.js";
import { foundWithin, isMemoryFile, MEMORY } from "../store/memory-path.js";
import { reading } from "../store/state-file.js";
import { type Stored, timeIn } from "../store/stored.js";
import { allReads } from "./all-reads.js";
import { deleteInCommit } from "./delete-in-commit.js";
import { withLimit, withReadingLimit } from "./git.js";
import { candidateOf, memoryFiles, withChanges } from "./memory-facts.js";
import type { MemoryPlace, MemoryTool } from "./memory-tool.js";
import { checkRecoverable, openRepository } from "./repository.js";

/** Limit for a deletion including its hooks. Other callers wait 10 s for the lock, so it must be shorter. */
const DELETION_MS = 8_000;

/** Shows the files that could be forgotten, or deletes the chosen ones. */
export const memoryGc: MemoryTool<"memory_gc"> = async (place, params) => {
  const { delete: chosen, automatic = false, thresholds } = params;
  if (chosen === undefined) {
    if (automatic) return forget(place, () => chosenBy(place, thresholds ?? {}));
    const { candidates, warnings } = await look(place, thresholds);
    return { candidates, ...(warnings.length === 0 ? {} : { warnings }) };
  }
  if (automatic || thresholds !== undefined) {
    const parameter = automatic ? "automatic" : "thresholds";
    const problem = "delete names the files already; give one or the other";
    throw ToolError.of("INVALID_PARAMETER", { tool: "memory_gc", parameter, problem });
  }
  return forget(place, async () => [...new Set(chosen.map((path) => memoryFile(place.root, path)))].sort());
};

type Thresholds = NonNullable<MemoryGcParams["thresholds"]>;

async function chosenBy(place: MemoryPlace, thresholds: Thresholds): Promise<readonly string[]> {
  const { candidates } = await look(place, thresholds);
  return candidates.map(({ path }) => path);
}

/** The files with the signals for forgetting each. With thresholds, only the files that exceed all of them. */
async function look({ store, root, now }: MemoryPlace, thresholds: Thresholds | undefined) {
  const time = now();
  const { records, warnings, isComplete } = allReads(root);
  const cycles = [...endsOf(store.load({ reads: ["history"], writes: false }).cycles())];
  const files = memoryFiles(root);
  const named = files.filter((file) => !hasHiddenCharacter(file));
  const facts = await withReadingLimit(() => withChanges(root, named));
  // An unread log may record a read of any file, so no file qualifies.
  const certain = isComplete ? facts : [];
  const shown = thresholds === undefined ? undefined : against(thresholds, records, certain, time, cycles);
  const byPath = new Map(records.map((record) => [record.path, record]));
  const candidates = facts
    .filter(({ path }) => shown?.has(path) ?? true)
    .map((fact) => candidateOf(fact, byPath.get(fact.path), cycles, time));
  const hidden = files.length - named.length;
  const warning = `${hidden} files of .nexus/memory are left out because their names contain invisible characters. Rename them.`;
  return { candidates, warnings: hidden === 0 ? warnings : [...warnings, warning] };
}

/** Keeps only the end of each cycle, because a whole history may not fit into memory. */
function* endsOf(cycles: Iterable<Stored>): Generator<Pick<Cycle, "completed_at">> {
  for (const cycle of cycles) yield { completed_at: timeIn(cycle["completed_at"]) };
}

function against(
  thresholds: Thresholds,
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
 * The project's own name for the memory file at a given path.
 * @throws ToolError NO_MEMORY for any other path
 */
function memoryFile(root: string, given: string): string {
  const refuse = (problem: string) => ToolError.of("NO_MEMORY", { path: JSON.stringify(given), problem });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/u.test(given)) throw refuse("no file of .nexus/memory/: it holds a control character");
  if (hasHiddenCharacter(given)) {
    throw refuse("no file of .nexus/memory/: it holds an invisible character, such as a direction mark");
  }
  const file = projectFile(root, given);
  if (!isMemoryFile(file)) throw refuse("no file of .nexus/memory/");
  const found = reading(file, () => foundWithin(root, MEMORY, file));
  if (found === undefined) throw refuse("not there");
  if (found === "outside") throw refuse("behind a symbolic link that leads out of .nexus/memory/");
  if (found.isSymbolicLink()) throw refuse("a symbolic link");
  if (!found.isFile()) throw refuse("no file");
  return file;
}

/** @param choose called again under the lock, because a read recorded meanwhile may save a file */
async function forget(place: MemoryPlace, choose: () => Promise<readonly string[]>): Promise<MemoriesDeleted> {
  const { store, root } = place;
  const check = async () => {
    const files = await choose();
    if (files.length === 0) return undefined;
    const repository = await openRepository(root);
    await checkRecoverable(root, repository, files);
    return { files, repository };
  };
  // A refused call, or one with nothing to do, creates nothing, not even the lock folder.
  if (!store.exists && (await withReadingLimit(check)) === undefined) return { deleted: [] };
  const release = await store.lock();
  try {
    return await withLimit(DELETION_MS, async () => {
      const checked = await check();
      if (checked === undefined) return { deleted: [] };
      const { files, repository } = checked;
      const deletion = await deleteInCommit(root, repository, files);
      forgetReads(place, files);
      return { deleted: files, ...deletion };
    });
  } finally {
    release();
  }
}

/**
 * Removes the log lines of deleted files. Failures are ignored: the files are already gone, and a leftover line is
 * harmless.
 */
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
