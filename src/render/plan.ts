import { hashText } from "../base/hash-text.js";
import type { RenderedFile } from "./form/target.js";
import type { Lock } from "./lock.js";
import { partOf } from "./parts/parts.js";
import { textAt } from "./project.js";

/**
 * What happens to a file. An `edited`, `behind` or `foreign` one is kept as it is, and by force becomes `overwrite`.
 * Somebody has edited both of the first, and of the second the content or the map has changed since as well.
 */
export type Act = "create" | "update" | "overwrite" | "same" | "remove" | "edited" | "behind" | "foreign" | "taken";

export interface Step {
  readonly path: string;
  readonly act: Act;
  /** The whole file as it is to be; undefined where it is removed or kept. */
  readonly text?: string;
  /** What the lock says of it afterwards; undefined where it is no longer ours. */
  readonly hash?: string;
  /** The target that has the file already. */
  readonly by?: string;
}

interface Wanted {
  readonly root: string;
  readonly target: string;
  readonly owns: RegExp;
  readonly files: Iterable<RenderedFile>;
  readonly lock: Lock;
  /** Writes over files that a person has edited or made. */
  readonly isForced: boolean;
  /** Whether our entries in files of the user's go where nothing is connected any more, edited or not. */
  readonly isTakenOut: boolean;
}

/**
 * What has to be done so that the folder holds the files. Nothing is written yet.
 * @throws NexusError NXC_RENDER_PLACE or NXC_RENDER_MARKERS
 */
export function planOf(wanted: Wanted): readonly Step[] {
  const { files, lock, target, owns } = wanted;
  const locked = lock.targets[target]?.files ?? {};
  const folders = new Set<string>();
  const steps = Array.from(files, (file) =>
    stepOf(file, wanted, locked[file.path], textAt(wanted.root, file.path, folders)),
  );
  const kept = new Set(steps.map(({ path }) => path));
  // The lock comes with the project, so it may name anything. Only what this target writes is ever removed.
  const gone = Object.keys(locked).filter((path) => !kept.has(path) && owns.test(path));
  return [...steps, ...gone.flatMap((path) => removalOf(path, wanted, locked[path]))].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

function stepOf(
  { path, text }: RenderedFile,
  { target, lock, isForced }: Wanted,
  before: string | undefined,
  found: string | undefined,
): Step {
  const hash = hashText(text);
  const by = Object.entries(lock.targets).find(([id, { files }]) => id !== target && files[path] !== undefined)?.[0];
  if (by !== undefined && !isForced) return { path, act: found === text ? "same" : "taken", by };
  const part = partOf(path);
  const ours = found === undefined || part === undefined ? found : part.in(found, path);
  const whole = part === undefined ? text : part.with(found ?? "", text, path);
  if (ours === undefined) return { path, act: found === undefined ? "create" : "update", text: whole, hash };
  const now = ours === text ? hash : hashText(ours);
  if (now === hash) return { path, act: "same", hash };
  if (now === before) return { path, act: "update", text: whole, hash };
  if (isForced) return { path, act: "overwrite", text: whole, hash };
  if (before === undefined) return { path, act: "foreign" };
  return { path, act: before === hash ? "edited" : "behind", hash: before };
}

function removalOf(path: string, { root, isForced, isTakenOut }: Wanted, before: string | undefined): readonly Step[] {
  const found = textAt(root, path);
  if (found === undefined) return [];
  const part = partOf(path);
  const ours = part === undefined ? found : part.in(found, path);
  if (ours === undefined) return [];
  if (hashText(ours) !== before && !isForced && !(isTakenOut && part !== undefined))
    return [{ path, act: "edited", ...(before === undefined ? {} : { hash: before }) }];
  if (part === undefined) return [{ path, act: "remove" }];
  const rest = part.without(found, path);
  return [{ path, act: "remove", ...(rest === "" ? {} : { text: rest }) }];
}
