/** Words of sentences, for the two invariants that compare what sentences are about. */

/** Words that say nothing of their own: grammar, and assent. */
const FILLERS = new Set(
  `a an and are as at be been but by do does did for from had has have in is it its no not of on or so that the their them
  then there this to was were which with yes ok okay true indeed above
  check checked confirm confirmed correct correctly criterion done expected fail failed fails fulfilled good holds met
  pass passed passes satisfied see success successful successfully test tested tests verified verify work worked working
  works`.split(/\s+/),
);

/** Words that stand where evidence is missing: that there is none, and whose impression it is. */
const NO_EVIDENCE = new Set(
  `n na nil none nothing unknown unspecified pending tba tbc tbd todo later applicable available evidence run ran
  i we you me my our us myself ourselves all everything anything should would could must can will now already
  look looks looked seem seems appear appears feel feels think believe assume sure trust obvious obviously clearly
  fine great nice perfect perfectly well right properly lgtm yep yeah
  asked described implemented intended planned requested required specified`.split(/\s+/),
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

const saysNothing = (word: string): boolean => FILLERS.has(word) || NO_EVIDENCE.has(word);

/** Whether a text has no word by which something could have been seen: it is blank, leaves open, or assents. */
export function isNoEvidence(text: string): boolean {
  return wordsOf(text).every(saysNothing);
}

/** Whether a text only says again what another says, or brings no evidence at all. */
export function onlyRepeats(text: string, said: string): boolean {
  const known = new Set(wordsOf(said).map(stemOf));
  return wordsOf(text).every((word) => saysNothing(word) || known.has(stemOf(word)));
}

/** The stems by which one recognises what a text is about. */
export function topicsOf(text: string): ReadonlySet<string> {
  const telling = wordsOf(text).filter((word) => !FILLERS.has(word) && !GENERIC.has(word));
  return new Set(telling.filter((word) => word.length > 2).map(stemOf));
}
