/** Keeps the key of a model out of whatever is shown or written, since a server may repeat it in what it answers. */

/** Shorter keys are words like "none" that servers without keys are given; they would be missed in the text. */
const SHORTEST_IN_TEXT = 8;

const MASK = "[key]";

/** Replaces the key in every spelling that a server may repeat it in: as it is, in JSON, in an address. */
export function hiding(key: string | undefined): (text: string) => string {
  if (key === undefined || key === "") return (text) => text;
  const forms = new Set([key, JSON.stringify(key).slice(1, -1), key.replaceAll("/", "\\/"), encodeURIComponent(key)]);
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((shown, form) => shown.replaceAll(form, MASK), text);
}

/** For texts that are not only about a failure: they keep what merely looks like a short key. */
export function hidingInResults(key: string | undefined): (text: string) => string {
  return hiding(key !== undefined && key.length >= SHORTEST_IN_TEXT ? key : undefined);
}
