/** The files of memory, and what is known of who reads them. */

import type { Entry, Noticed } from "../../../conformance/inspect/inspection.js";
import { partsOf, textOf, timeOf } from "./parts.js";

const FOLDER = ".nexus/memory/";
const DAY_MS = 86_400_000;
const STALE_DAYS = 90;

/** The reads of all harnesses together. */
export class Reads {
  private readonly last = new Map<string, number>();
  /** By path the log that names it, and the place in it. */
  private readonly named = new Map<string, { readonly file: string; readonly pointer: string }>();
  private hasLog = false;

  /** Takes the lines of a log. */
  notes(file: string, lines: unknown): readonly Noticed[] {
    this.hasLog = true;
    const seen = new Set<string>();
    return partsOf(lines).flatMap(([index, { path: written, last_accessed_ts: at }]): readonly Noticed[] => {
      const path = textOf(written) ?? "";
      const own = ownPath(path);
      const note = (rule: string, message: string): Noticed => ({ rule, file, pointer: `/${index}`, message });
      if (own === undefined) return [note("memory/place", "a line names a file outside .nexus/memory")];
      const isRepeated = seen.has(own);
      seen.add(own);
      this.named.set(own, { file, pointer: `/${index}` });
      this.last.set(own, Math.max(this.last.get(own) ?? 0, timeOf(at) ?? 0));
      return [
        ...(own === path ? [] : [note("memory/place", "a path does not begin at the root of the project")]),
        ...(isRepeated ? [note("state/repeated", "a file has two lines")] : []),
      ];
    });
  }

  endNotes(entries: readonly Entry[], now: Date): readonly Noticed[] {
    const files = entries.filter(({ path, kind }) => kind === "file" && path.startsWith(FOLDER));
    const there = new Set(files.map(({ path }) => path));
    return [
      ...files.flatMap((entry) => [...nameNotes(entry), ...this.ageNotes(entry.path, now)]),
      ...[...this.named]
        .filter(([path]) => !there.has(path))
        .map(([path, place]) => ({
          rule: "memory/gone",
          ...place,
          message: `it counts reads of ${path}, which is not there`,
          kind: "gone",
        })),
    ];
  }

  private ageNotes(file: string, now: Date): readonly Noticed[] {
    if (!this.hasLog) return [];
    const last = this.last.get(file);
    const days = last === undefined ? undefined : Math.floor((now.getTime() - last) / DAY_MS);
    if (days !== undefined && days <= STALE_DAYS) return [];
    const message = days === undefined ? "no log counts a read of it" : `it was last read ${days} days ago`;
    return [{ rule: "memory/stale", file, message }];
  }
}

/** Where a log means it, from the root of the project: earlier versions wrote absolute paths, some with backslashes. */
function ownPath(path: string): string | undefined {
  const plain = path.replaceAll("\\", "/");
  const at = plain.lastIndexOf(FOLDER);
  return at === -1 || (at > 0 && plain[at - 1] !== "/") ? undefined : plain.slice(at);
}

function nameNotes({ path, bytes }: Entry): readonly Noticed[] {
  const name = path.slice(FOLDER.length);
  // Folders are for people to sort; a name counts from the last of them.
  const own = name.split("/").at(-1) ?? name;
  const note = (rule: string, message: string): Noticed => ({ rule, file: path, message });
  const words = own.replace(/\.md$/u, "").split("-");
  const isDated = words.some((word) => /^(?:(?:19|20)\d{2}|v\d+)$/u.test(word));
  return [
    ...(/^[a-z0-9][a-z0-9-]*\.md$/u.test(own) ? [] : [note("memory/name", "the name is not that of a topic and .md")]),
    ...(isDated ? [note("memory/name", "the name holds a year or a version")] : []),
    ...(bytes === 0 ? [note("memory/empty", "it is empty")] : []),
  ];
}
