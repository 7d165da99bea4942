import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { type PreparedFile, prepareCopy, prepareText, writeCache } from "./atomic-write.js";
import type { Cycle, History } from "./generated/contract.js";
import { type JsonElement, readJsonList } from "./json-list.js";
import { placeOf, problemOf } from "./problem.js";
import { stateBreaches } from "./schemas.js";
import { reasonOf, ToolError } from "./tool-error.js";

export const HISTORY_FILE = ".nexus/history.json";

/** What a tool may want to know of the history without reading all of it. */
export interface HistoryFacts {
  readonly count: number;
  /** 0 where no cycle holds a plan. */
  readonly highestPlanId: number;
  readonly last: Cycle | null;
}

/** Where the list of cycles stands in the file, and what is in it. */
interface Layout {
  readonly count: number;
  readonly highestPlanId: number;
  /** Offsets of the last cycle. */
  readonly last: { readonly start: number; readonly end: number } | null;
  /** Offset behind the last cycle, or behind the bracket that opens the list. */
  readonly insertAt: number;
}

interface Index extends Layout {
  readonly version: 1;
  /** Of the file that the layout was read from; any other has another one. */
  readonly file: string;
}

/** Reading so much again takes less time than keeping an index of it. */
const INDEX_FROM_BYTES = 1 << 12;

/**
 * The history of a project. It only grows, and to hundreds of megabytes where a team works for years, so nothing here
 * reads it as a whole into memory, and what a plan or a task needs of it comes from an index beside the state of the
 * harness. The index is a cache: it says which file it was made from, and is made again for any other.
 */
export class HistoryFile {
  private readonly path: string;
  private readonly indexPath: string;

  /** @param cacheFolder the folder that belongs to this harness alone */
  constructor(root: string, cacheFolder: string) {
    this.path = join(root, HISTORY_FILE);
    this.indexPath = join(cacheFolder, "history-index.json");
  }

  /**
   * @param keepsIndex whether the caller holds the lock, so that an index may be written
   * @throws ToolError when the file is there and cannot be read, is not JSON or breaks its schema
   */
  facts(keepsIndex: boolean): HistoryFacts | null {
    return this.reading((descriptor) => {
      const { count, highestPlanId, last } = this.layoutOf(descriptor, keepsIndex);
      return { count, highestPlanId, last: last === null ? null : (JSON.parse(slice(descriptor, last)) as Cycle) };
    });
  }

  /**
   * Every cycle from the oldest on.
   * @throws ToolError like {@link facts}, when it comes to what is wrong
   */
  *cycles(): Generator<Cycle, void, void> {
    const descriptor = this.open();
    if (descriptor === null) return;
    try {
      for (const { cycle } of checkedCycles(descriptor)) yield cycle;
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * The file with one more cycle at its end, ready to take its place; the caller holds the lock. All that it holds stays as it is, to the byte
   * (`core.history.append-only`).
   * @throws the error of the file system
   */
  prepareAppend(cycle: Cycle): PreparedFile {
    const text = JSON.stringify(cycle, null, 2).replaceAll("\n", "\n    ");
    const appended = this.reading((descriptor) => {
      const layout = this.layoutOf(descriptor, true);
      const { size } = fstatSync(descriptor);
      const rest = slice(descriptor, { start: layout.insertAt, end: size });
      const lead = layout.count === 0 ? "\n    " : ",\n    ";
      const end = layout.count === 0 ? `\n  ${rest.trimStart()}` : rest;
      const start = layout.insertAt + lead.length;
      const next: Layout = {
        count: layout.count + 1,
        highestPlanId: Math.max(layout.highestPlanId, cycle.plan?.id ?? 0),
        last: { start, end: start + Buffer.byteLength(text) },
        insertAt: start + Buffer.byteLength(text),
      };
      const prepared = prepareCopy(this.path, layout.insertAt, `${lead}${text}${end}`);
      return {
        ...prepared,
        commit: () => {
          prepared.commit();
          this.remember(next);
        },
      };
    });
    return appended ?? prepareText(this.path, `{\n  "cycles": [\n    ${text}\n  ]\n}\n`);
  }

  private layoutOf(descriptor: number, keepsIndex: boolean): Layout {
    const known = this.recall();
    if (known?.file === identityOf(descriptor) && fits(known, descriptor)) return known;
    let count = 0;
    let highestPlanId = 0;
    let last: Layout["last"] = null;
    const reading = checkedCycles(descriptor);
    let next = reading.next();
    for (; next.done !== true; next = reading.next()) {
      const { cycle, element } = next.value;
      count += 1;
      highestPlanId = Math.max(highestPlanId, cycle.plan?.id ?? 0);
      last = { start: element.start, end: element.end };
    }
    const layout: Layout = { count, highestPlanId, last, insertAt: last?.end ?? next.value };
    if (keepsIndex) this.remember(layout, descriptor);
    return layout;
  }

  private recall(): Index | undefined {
    try {
      const index = JSON.parse(readFileSync(this.indexPath, "utf8")) as Index;
      return index.version === 1 ? index : undefined;
    } catch {
      return undefined;
    }
  }

  /** A folder that cannot be written has no index; everything works without, only slower. */
  private remember(layout: Layout, descriptor?: number): void {
    const stats =
      descriptor === undefined ? statSync(this.path, { bigint: true }) : fstatSync(descriptor, { bigint: true });
    if (stats.size < INDEX_FROM_BYTES) return;
    const index: Index = { ...layout, version: 1, file: identity(stats) };
    writeCache(this.indexPath, JSON.stringify(index));
  }

  private reading<T>(read: (descriptor: number) => T): T | null {
    const descriptor = this.open();
    if (descriptor === null) return null;
    try {
      return read(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  private open(): number | null {
    try {
      const descriptor = openSync(this.path, "r");
      if (fstatSync(descriptor).isFile()) return descriptor;
      closeSync(descriptor);
      throw new Error("it is not a file");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw ToolError.of("STATE_UNREADABLE", { file: HISTORY_FILE, reason: reasonOf(error) }, error);
    }
  }
}

/** The cycles of a file, each held to the schema; at the end the offset at which the list begins. */
function* checkedCycles(
  descriptor: number,
): Generator<{ readonly cycle: Cycle; readonly element: JsonElement }, number, void> {
  const reading = readJsonList(descriptor, "cycles");
  let next = reading.next();
  for (let index = 0; next.done !== true; next = reading.next(), index += 1) {
    const cycle = parse(next.value.text, `in cycles[${index}]`) as Cycle;
    check({ cycles: [cycle] }, index);
    yield { cycle, element: next.value };
  }
  const { text, listStart } = next.value;
  check(parse(text, "around the cycles"), 0);
  // The schema has asked for the list by now.
  return listStart ?? 0;
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw ToolError.of("STATE_NOT_JSON", { file: HISTORY_FILE, reason: `${where}, ${reasonOf(error)}` }, error);
  }
}

function check(history: unknown, index: number): asserts history is History {
  const [breach] = stateBreaches("history", history);
  if (breach === undefined) return;
  const place = placeOf(breach).replace("cycles[0]", `cycles[${index}]`);
  throw ToolError.of("STATE_INVALID", { file: HISTORY_FILE, place, problem: problemOf(breach) });
}

function slice(descriptor: number, { start, end }: { readonly start: number; readonly end: number }): string {
  const bytes = Buffer.alloc(end - start);
  readSync(descriptor, bytes, 0, bytes.length, start);
  return bytes.toString("utf8");
}

function identityOf(descriptor: number): string {
  return identity(fstatSync(descriptor, { bigint: true }));
}

/** A bracket that is not where it should be would break the file, so one look is worth more than the index. */
function fits({ insertAt }: Layout, descriptor: number): boolean {
  return /^[\t\n\r ]*\]/u.test(slice(descriptor, { start: insertAt, end: insertAt + 64 }));
}

/** Every write changes the time of change, which nobody can set. */
function identity({
  ino,
  size,
  mtimeNs,
  ctimeNs,
}: {
  ino: bigint;
  size: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
}): string {
  return `${ino}-${size}-${mtimeNs}-${ctimeNs}`;
}
