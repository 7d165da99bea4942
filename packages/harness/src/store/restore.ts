import { isStored, type Stored } from "./stored.js";

/**
 * What a file holds after a call: the changes that a tool made to a value, and everything else exactly as it was stored.
 * Reading brings older files into the form of this version; writing must not (`core.state.newer-fields-kept`).
 * @param now the value after the call
 * @param read the value as it was read
 * @param stored what the file held then
 */
export function restored(now: unknown, read: unknown, stored: unknown): unknown {
  if (now === read) return stored;
  if (Array.isArray(now) && Array.isArray(read) && Array.isArray(stored)) return now.map(restoredItem(read, stored));
  if (isStored(now) && isStored(read) && isStored(stored)) return restoredMembers(now, read, stored);
  return now;
}

/** A tool keeps items that it does not change, and gives a changed one the same id. */
function restoredItem(read: readonly unknown[], stored: readonly unknown[]): (item: unknown) => unknown {
  const places = new Map(read.map((item, index) => [item, index] as const));
  return (item) => {
    const isChanged = isStored(item) && typeof item["id"] === "number" && !places.has(item);
    const place = isChanged ? read.findIndex((each) => isStored(each) && each["id"] === item["id"]) : places.get(item);
    return place === undefined || place === -1 ? item : restored(item, read[place], stored[place]);
  };
}

function restoredMembers(now: Stored, read: Stored, stored: Stored): Stored {
  // Reading fills in members that are missing, and leaves out those that nothing can use.
  const isFilledIn = (name: string) => now[name] === read[name] && !Object.hasOwn(stored, name);
  const members = Object.entries(now).filter(([name]) => !isFilledIn(name));
  const leftOut = Object.entries(stored).filter(([name]) => !Object.hasOwn(now, name) && !Object.hasOwn(read, name));
  return Object.fromEntries([
    ...members.map(([name, value]) => [name, restored(value, read[name], stored[name])]),
    ...leftOut,
  ]);
}
