/** Reads entries of manifests of any version, and pairs them by id. */

import { listMember, textMember, textsMember } from "../../base/members.js";

export type Entries = ReadonlyMap<string, unknown>;

export interface Pairs {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly both: readonly { readonly id: string; readonly before: unknown; readonly after: unknown }[];
}

/** The entries of a list by their id, or by another member that names them. */
export function entriesOf(whole: unknown, list: string, key = "id"): Entries {
  return new Map(
    listMember(whole, list).flatMap(({ item }) => {
      const id = textMember(item, key);
      return id === undefined ? [] : [[id, item] as const];
    }),
  );
}

export function paired(before: Entries, after: Entries): Pairs {
  return {
    removed: [...before.keys()].filter((id) => !after.has(id)),
    added: [...after.keys()].filter((id) => !before.has(id)),
    both: [...before]
      .filter(([id]) => after.has(id))
      .map(([id, entry]) => ({ id, before: entry, after: after.get(id) })),
  };
}

/** What a list of texts has lost and got. */
export function listed(before: unknown, after: unknown, list: string): Pick<Pairs, "removed" | "added"> {
  const [old, now] = [before, after].map((entry) => textsMember(entry, list).map(({ text }) => text));
  return {
    removed: (old ?? []).filter((text) => now?.includes(text) !== true),
    added: (now ?? []).filter((text) => old?.includes(text) !== true),
  };
}
