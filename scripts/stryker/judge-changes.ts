/** Judges changes of sources by the cases that call the changed code. */

import { transform } from "esbuild";
import { type CampaignOptions, type Court, inCourts, type Reach } from "../mutation/campaign.js";
import { referenceOf, sourcesIn } from "../mutation/references.js";
import { digestOf } from "../proof/proof-inputs.js";
import { type ChangedSource, changesOf, type Draw } from "./changes.js";
import type { FileRecord, Living } from "./record.js";

export interface StrykerRun extends Pick<CampaignOptions, "contract" | "jobs" | "within"> {
  /** From the root of the repository. */
  readonly files: readonly string[];
  /** Default: every change. */
  readonly draw?: Draw | undefined;
}

/** A case takes a second at most, and all of them twenty. Many changes make a loop endless, or each call slow. */
const LIMITS = { limit: 20_000, totalLimit: 60_000 };

type Verdict = "found" | "invalid" | Pick<Living, "isCovered">;

/**
 * @returns the results by file
 * @throws Error when a case fails without a change
 */
export async function judgeChanges({ files, ...options }: StrykerRun): Promise<Record<string, FileRecord>> {
  const records: Record<string, FileRecord> = {};
  for (const group of referenceOf(options.contract).stryker) {
    const reached = new Set(sourcesIn(group));
    const own = files.filter((file) => reached.has(file));
    if (own.length > 0) Object.assign(records, await judgeThrough(group.adapter, { files: own, ...options }));
  }
  return records;
}

async function judgeThrough(adapter: string, { files, draw, ...options }: StrykerRun) {
  const changes = (await Promise.all(files.map((file) => changesOf(file, draw)))).flat();
  const verdicts: Verdict[] = [];
  // The first case that does not pass has found the change. One that makes every call hang would take hours otherwise.
  await inCourts(changes, [], { ...options, ...LIMITS, adapter, bail: 1 }, async (court, reach, changed, index) => {
    verdicts[index] = await verdictOn(court, `change-${index}`, changed, reach);
    if (index % 100 === 99) process.stderr.write(`${index + 1} of ${changes.length} changes judged\n`);
  });
  const judged = changes.map(({ change, fault: { file } }, index) => ({ change, file, verdict: verdicts[index] }));
  return Object.fromEntries(
    files.map((file) => {
      const own = judged.filter((each) => each.file === file);
      return [
        file,
        {
          source: digestOf(file),
          found: own.filter(({ verdict }) => verdict === "found").length,
          invalid: own.filter(({ verdict }) => verdict === "invalid").length,
          living: own.flatMap(({ change, verdict }) =>
            typeof verdict === "object" ? [{ ...change, isCovered: verdict.isCovered }] : [],
          ),
        },
      ];
    }),
  );
}

async function verdictOn(court: Court, id: string, { fault }: ChangedSource, reach: Reach): Promise<Verdict> {
  try {
    await transform(fault.text, { loader: "ts", format: "esm", logLevel: "silent" });
  } catch {
    return "invalid";
  }
  const every = reach.every(fault);
  const few = reach.through(fault, "");
  for (const [count, cases] of (few.length === every.length ? [every] : [few, every]).entries()) {
    if (cases.length === 0) return { isCovered: false };
    // A process does not load a module of the same name again.
    const judged = await court.judge(`${id}-${count}`, "module", fault, cases);
    // A reference that cannot be loaded conforms to nothing. What a change blocks is reported as not observed.
    const isFound = "problem" in judged || judged.note !== undefined || judged.failed.length > 0 || judged.isBlocked;
    if (isFound) return "found";
    if (judged.isLate) break;
  }
  return { isCovered: true };
}
