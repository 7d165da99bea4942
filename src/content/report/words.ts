/** Words of sentences, for the two invariants that compare what sentences are about. */

/** Words that say nothing of their own: grammar, and assent. */
const FILLERS = new Set(
  `a an and are as at be been but by do does did for from had has have in is it its no not of on or so that the their them
  then there this to was were which with yes ok okay true indeed above
  check checked confirm confirmed correct correctly criterion done expected fail failed fails fulfilled good holds met
  pass passed passes satisfied see success successful successfully test tested tests verified verify work worked working
  works`.split(/\s+/),
);

/** Words that stand in the name of nearly every check, so that sharing them links nothing. */
const GENERIC = new Set(
  `all any case cases check checks command commands each error errors failing failure output project ran run runs
  running script step steps suite suites test tests testing`.split(/\s+/),
);

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The beginning of a word stands for all its forms: drop, drops, dropped; give, giving. Numbers stay whole. */
function stemOf(word: string): string {
  if (/^\p{N}+$/u.test(word)) return word;
  const bare = word.replace(/(?:ing|ed|es|s|e)$/, "");
  return (bare.length < 3 ? word : bare).slice(0, 5);
}

/** Whether a text only says again what another says, or merely assents to it: it brings no word of its own. */
export function onlyRepeats(text: string, said: string): boolean {
  const known = new Set(wordsOf(said).map(stemOf));
  return wordsOf(text).every((word) => FILLERS.has(word) || known.has(stemOf(word)));
}

/** The stems by which one recognises what a text is about. */
export function topicsOf(text: string): ReadonlySet<string> {
  const telling = wordsOf(text).filter((word) => !FILLERS.has(word) && !GENERIC.has(word));
  return new Set(telling.filter((word) => word.length > 2).map(stemOf));
}
