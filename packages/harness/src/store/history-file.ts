import { fstatSync, readSync } from "node:fs";
import { type OpenFile, openFile, readText, SMALL_BYTES } from "@nexus-core/service/files/read-file";
import { type PreparedFile, prepareCopy, prepareText, writeCache } from "@nexus-core/service/files/write-file";
import { ToolError } from "../contract/tool-error.js";
import { type JsonElement, LONGEST_BYTES, readJsonList, TooLong } from "./json-list.js";
import { jsonProblem, reading } from "./state-file.js";
import { isStored, numberIn, type Stored } from "./stored.js";

export const HISTORY_FILE = ".nexus/history.json";

/** Facts about the history that tools need without reading all of it. */
export interface HistoryFacts {
  readonly count: number;
  /** 0 if no cycle contains a plan. */
  readonly highestPlanId: number;
  readonly last: Stored | null;
}

/** The position and content of the list of cycles in the file. */
interface Layout {
  readonly count: number;
  readonly highestPlanId: number;
  /** Offsets of the last cycle; null if the list is empty. */
  readonly last: { readonly start: number; readonly end: number } | null;
  /** Offset after the last cycle, or after the opening bracket of an empty list. */
  readonly insertAt: number;
  /** How to begin the list at this offset, if the file has none. */
  readonly opening?: string;
}

interface Index extends Layout {
  readonly version: 1;
  /** Identity of the file that the layout describes. Every other file, and every later version, has a different one. */
  readonly file: string;
}

/** Size from which an index pays off. Reading a smaller file again is faster. */
const INDEX_FROM_BYTES = 1 << 12;

/**
 * The history of a project. It only grows, and can reach hundreds of megabytes over years, so it is never read into memory
 * as a whole. The facts that plans and tasks need come from an index in the harness's state folder. The index is a cache:
 * it records the identity of its file and is rebuilt for any other.
 */
export class HistoryFile {
  private readonly indexFile: string;

  /** @param cacheFolder this harness's own folder, relative to the project root */
  constructor(
    private readonly root: string,
    cacheFolder: string,
  ) {
    this.indexFile = `${cacheFolder}/history-index.json`;
  }

  /**
   * @param keepsIndex whether to write an index; true only if the caller holds the lock
   * @throws ToolError if the file exists and cannot be read, is not JSON or has something else in place of cycles
   */
  facts(keepsIndex: boolean): HistoryFacts | null {
    return this.reading((file) => {
      const { count, highestPlanId, last } = this.layoutOf(file, keepsIndex);
      const text = last === null ? null : slice(file.descriptor, last);
      return { count, highestPlanId, last: text === null ? null : asCycle(JSON.parse(text)) };
    });
  }

  /**
   * All cycles, oldest first, as the versions that wrote them left them.
   * @throws ToolError like {@link facts}, on reaching the invalid part
   */
  *cycles(): Generator<Stored, void, void> {
    const file = this.open();
    if (file === null) return;
    try {
      for (const { cycle } of checkedCycles(file)) yield cycle;
    } finally {
      file.close();
    }
  }

  /**
   * Prepares the file with one more cycle at the end of its list. The rest stays identical to the byte
   * (`core.history.append-only`). The caller holds the lock.
   * @throws the file system's error
   */
  prepareAppend(cycle: Stored): PreparedFile {
    const text = JSON.stringify(cycle, null, 2).replaceAll("\n", "\n    ");
    const appended = this.reading((file) => {
      const { descriptor } = file;
      const layout = this.layoutOf(file, true);
      const { size } = fstatSync(descriptor);
      const rest = slice(descriptor, { start: layout.insertAt, end: size });
      const isNewList = layout.opening !== undefined;
      const lead = `${layout.opening ?? ""}${layout.count === 0 ? "" : ","}\n    `;
      const end = isNewList ? `\n  ]\n${rest.trimStart()}` : layout.count === 0 ? `\n  ${rest.trimStart()}` : rest;
      const start = layout.insertAt + lead.length;
      const next: Layout = {
        count: layout.count + 1,
        highestPlanId: Math.max(layout.highestPlanId, planIdOf(cycle) ?? 0),
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
      highestPlanId = Math.max(highestPlanId, planIdOf(cycle) ?? 0);
      last = { start: element.start, end: element.end };
    }
    const { value: end } = next;
    const layout: Layout = { count, highestPlanId, last, ...end, insertAt: last?.end ?? end.insertAt };
    if (keepsIndex && end.opening === undefined) this.remember(layout, file);
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

  /** Writes the index. A failure is ignored: without an index everything works, only slower. */
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

/** Yields the cycles of a file. Returns where its list begins. */
function* checkedCycles(
  file: OpenFile,
): Generator<{ readonly cycle: Stored; readonly element: JsonElement }, Pick<Layout, "insertAt" | "opening">, void> {
  const elements = readJsonList(file.descriptor, "cycles");
  let next = nextOf(elements, 0);
  for (let index = 0; next.done !== true; index += 1, next = nextOf(elements, index)) {
    const cycle = asCycle(parse(next.value.text, `in cycles[${index}]`, file));
    yield { cycle, element: next.value };
  }
  const { text, listStart } = next.value;
  const frame = parse(text, "around the cycles", file);
  if (!isStored(frame)) throw invalid("its top", "it must be of type object");
  if (listStart !== undefined) return { insertAt: listStart };
  if (Object.hasOwn(frame, "cycles")) throw invalid("cycles", "it must be of type array");
  // Without a list, the frame is the whole text.
  const members = text.slice(0, text.lastIndexOf("}")).trimEnd();
  const separator = Object.keys(frame).length === 0 ? "" : ",";
  return { insertAt: Buffer.byteLength(members), opening: `${separator}\n  "cycles": [` };
}

function planIdOf({ plan }: Stored): number | undefined {
  return isStored(plan) ? numberIn(plan["id"]) : undefined;
}

/** An entry of the list that is not an object counts as a cycle that tells nothing. */
function asCycle(value: unknown): Stored {
  return isStored(value) ? value : {};
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

function invalid(place: string, problem: string): ToolError {
  return ToolError.of("STATE_INVALID", { file: HISTORY_FILE, place, problem });
}

function slice(descriptor: number, { start, end }: { readonly start: number; readonly end: number }): string {
  const bytes = Buffer.alloc(end - start);
  readSync(descriptor, bytes, 0, bytes.length, start);
  return bytes.toString("utf8");
}

function identityOf(descriptor: number): string {
  return identity(fstatSync(descriptor, { bigint: true }));
}

/** Whether an index matches the file. Another program may have written it, and a wrong offset would damage the file. */
function fits({ count, highestPlanId, last, insertAt }: Layout, descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const numbers = [count, highestPlanId, insertAt, ...(last === null ? [] : [last.start, last.end])];
  if (!numbers.every((each) => Number.isSafeInteger(each) && each >= 0)) return false;
  if (insertAt > size || size - insertAt > LONGEST_BYTES) return false;
  if (!/^[\t\n\r ]*\]/u.test(slice(descriptor, { start: insertAt, end: insertAt + 64 }))) return false;
  if (last === null) return count === 0;
  const length = last.end - last.start;
  if (count === 0 || last.end !== insertAt || length <= 0 || length > LONGEST_BYTES) return false;
  return isJson(slice(descriptor, last));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Identifies one version of a file. Every write updates ctime, which no program can set. */
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
