import { fstatSync, readSync } from "node:fs";
import { type OpenFile, openFile, readText, SMALL_BYTES } from "@nexus-core/service/files/read-file";
import { type PreparedFile, prepareCopy, prepareText, writeCache } from "@nexus-core/service/files/write-file";
import { schemaProblem } from "@nexus-core/service/params/schema-problem";
import { stateBreaches } from "../contract/schemas.js";
import { ToolError } from "../contract/tool-error.js";
import type { Cycle, History } from "../generated/contract.js";
import { type JsonElement, LONGEST_BYTES, readJsonList, TooLong } from "./json-list.js";
import { jsonProblem, reading } from "./state-file.js";

export const HISTORY_FILE = ".nexus/history.json";

/** What a tool may want to know of the history without reading all of it. */
export interface HistoryFacts {
  readonly count: number;
  /** 0 where no cycle holds a plan. */
  readonly highestPlanId: number;
  readonly last: Cycle | null;
}

/** Where the list of cycles is in the file, and what it holds. */
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
  private readonly indexFile: string;

  /** @param cacheFolder the folder that belongs to this harness alone, from the root of the project */
  constructor(
    private readonly root: string,
    cacheFolder: string,
  ) {
    this.indexFile = `${cacheFolder}/history-index.json`;
  }

  /**
   * @param keepsIndex whether the caller holds the lock, so that an index may be written
   * @throws ToolError when the file is there and cannot be read, is not JSON or breaks its schema
   */
  facts(keepsIndex: boolean): HistoryFacts | null {
    return this.reading((file) => {
      const { count, highestPlanId, last } = this.layoutOf(file, keepsIndex);
      const text = last === null ? null : slice(file.descriptor, last);
      return { count, highestPlanId, last: text === null ? null : (JSON.parse(text) as Cycle) };
    });
  }

  /**
   * Every cycle from the oldest on.
   * @throws ToolError like {@link facts}, when it comes to what is wrong
   */
  *cycles(): Generator<Cycle, void, void> {
    const file = this.open();
    if (file === null) return;
    try {
      for (const { cycle } of checkedCycles(file)) yield cycle;
    } finally {
      file.close();
    }
  }

  /**
   * The file with one more cycle at its end, ready to take its place; the caller holds the lock. All that it holds stays as it is, to the byte
   * (`core.history.append-only`).
   * @throws the error of the file system
   */
  prepareAppend(cycle: Cycle): PreparedFile {
    const text = JSON.stringify(cycle, null, 2).replaceAll("\n", "\n    ");
    const appended = this.reading((file) => {
      const { descriptor } = file;
      const layout = this.layoutOf(file, true);
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
      const prepared = prepareCopy(this.root, HISTORY_FILE, file, layout.insertAt, `${lead}${text}${end}`);
      return {
        ...prepared,
        commit: () => {
          prepared.commit();
          this.reading((written) => this.remember(next, written));
        },
      };
    });
    return appended ?? prepareText(this.root, HISTORY_FILE, `{\n  "cycles": [\n    ${text}\n  ]\n}\n`);
  }

  private layoutOf(file: OpenFile, keepsIndex: boolean): Layout {
    const { descriptor } = file;
    const known = this.recall();
    if (known?.file === identityOf(descriptor) && fits(known, descriptor)) return known;
    let count = 0;
    let highestPlanId = 0;
    let last: Layout["last"] = null;
    const cycles = checkedCycles(file);
    let next = cycles.next();
    for (; next.done !== true; next = cycles.next()) {
      const { cycle, element } = next.value;
      count += 1;
      highestPlanId = Math.max(highestPlanId, cycle.plan?.id ?? 0);
      last = { start: element.start, end: element.end };
    }
    const layout: Layout = { count, highestPlanId, last, insertAt: last?.end ?? next.value };
    if (keepsIndex) this.remember(layout, file);
    return layout;
  }

  private recall(): Index | undefined {
    try {
      const found = readText(this.root, this.indexFile, SMALL_BYTES);
      const index = JSON.parse(found?.text ?? "{}") as Index;
      return index.version === 1 && typeof index.last === "object" ? index : undefined;
    } catch {
      return undefined;
    }
  }

  /** A folder that cannot be written has no index; everything works without, only slower. */
  private remember(layout: Layout, { descriptor }: Pick<OpenFile, "descriptor">): void {
    const stats = fstatSync(descriptor, { bigint: true });
    if (stats.size < INDEX_FROM_BYTES) return;
    const index: Index = { ...layout, version: 1, file: identity(stats) };
    writeCache(this.root, this.indexFile, JSON.stringify(index));
  }

  private reading<T>(read: (file: OpenFile) => T): T | null {
    const file = this.open();
    if (file === null) return null;
    try {
      return read(file);
    } finally {
      file.close();
    }
  }

  private open(): OpenFile | null {
    return reading(HISTORY_FILE, () => openFile(this.root, HISTORY_FILE));
  }
}

/** The cycles of a file, each held to the schema; at the end the offset at which the list begins. */
function* checkedCycles(
  file: OpenFile,
): Generator<{ readonly cycle: Cycle; readonly element: JsonElement }, number, void> {
  const elements = readJsonList(file.descriptor, "cycles");
  let next = nextOf(elements, 0);
  for (let index = 0; next.done !== true; index += 1, next = nextOf(elements, index)) {
    const cycle = parse(next.value.text, `in cycles[${index}]`, file) as Cycle;
    check({ cycles: [cycle] }, index, file);
    yield { cycle, element: next.value };
  }
  const { text, listStart } = next.value;
  check(parse(text, "around the cycles", file), 0, file);
  // The schema has asked for the list by now.
  return listStart ?? 0;
}

function nextOf<Element, End>(elements: Generator<Element, End, void>, index: number): IteratorResult<Element, End> {
  try {
    return elements.next();
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    const place = `cycles[${index}] or around it`;
    throw ToolError.of("STATE_INVALID", { file: HISTORY_FILE, place, problem: error.message }, error);
  }
}

function parse(text: string, where: string, file: OpenFile): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = `${where}, ${jsonProblem(error, file)}`;
    throw ToolError.of("STATE_NOT_JSON", { file: HISTORY_FILE, reason }, error);
  }
}

function check(history: unknown, index: number, { isLinked }: OpenFile): asserts history is History {
  const [breach] = stateBreaches("history", history);
  if (breach === undefined) return;
  // A place may name what is in the file.
  const found = schemaProblem(breach);
  const place = isLinked ? `cycles[${index}]` : found.place.replace("cycles[0]", `cycles[${index}]`);
  throw ToolError.of("STATE_INVALID", { file: HISTORY_FILE, place, problem: found.problem });
}

function slice(descriptor: number, { start, end }: { readonly start: number; readonly end: number }): string {
  const bytes = Buffer.alloc(end - start);
  readSync(descriptor, bytes, 0, bytes.length, start);
  return bytes.toString("utf8");
}

function identityOf(descriptor: number): string {
  return identity(fstatSync(descriptor, { bigint: true }));
}

/** Another program may have written the index, and a place that is not what it should be would break the file. */
function fits({ count, highestPlanId, last, insertAt }: Layout, descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const numbers = [count, highestPlanId, insertAt, ...(last === null ? [] : [last.start, last.end])];
  if (!numbers.every((each) => Number.isSafeInteger(each) && each >= 0)) return false;
  if (insertAt > size || size - insertAt > LONGEST_BYTES) return false;
  if (!/^[\t\n\r ]*\]/u.test(slice(descriptor, { start: insertAt, end: insertAt + 64 }))) return false;
  if (last === null) return count === 0;
  const length = last.end - last.start;
  if (count === 0 || last.end !== insertAt || length <= 0 || length > LONGEST_BYTES) return false;
  return isCycle(slice(descriptor, last));
}

function isCycle(text: string): boolean {
  try {
    return stateBreaches("history", { cycles: [JSON.parse(text)] }).length === 0;
  } catch {
    return false;
  }
}

/** Every write changes the time of change, which no program can set. */
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
