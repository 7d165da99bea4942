import { ENGLISH, LANGUAGES, type Language } from "./small-words.js";

const OWN = 2;
const SHARED = 1;
const ACCENT = 1;
const NEUTRAL = -0.25;
const AGAINST = -2;
/** Among English: two words that English does not know, or one with two others beside it, and no English between. */
const AMONG_ENGLISH = 4;
/** In a sentence without any English small word less will do, if it is a good part of the sentence. */
const ALONE = 3;
const ALONE_SHARE = 0.25;

export interface ForeignStretch {
  readonly language: string;
  /** The words that give it away. */
  readonly words: readonly string[];
  /** Where the first of them starts. */
  readonly offset: number;
}

interface Word {
  readonly text: string;
  readonly offset: number;
  readonly isCapital: boolean;
  /** Articles and prepositions never stand before a comma: there the word is an abbreviation, or one of a list. */
  readonly isListed: boolean;
  /** Which sentence of the paragraph it stands in. */
  readonly sentence: number;
}

type Scored = Word & { readonly score: number; readonly isOwn: boolean };

/**
 * The stretch of a paragraph that reads most like another language, if any does. A loan word, a name or a quoted word
 * stands among English ones and is outweighed by them. A phrase without small words cannot be told.
 */
export function foreignStretch(paragraph: string): ForeignStretch | undefined {
  const words = wordsOf(paragraph);
  let best: { readonly language: string; readonly words: readonly Scored[]; readonly sum: number } | undefined;
  for (const language of LANGUAGES) {
    const isOwn = words.some(({ text }) => language.own.has(text));
    if (!isOwn && !words.some(({ text }) => isTelling(text, language))) continue;
    const inNames = namesAround(words, language.own);
    const scored = words.map(
      (word, index): Scored => ({
        ...word,
        ...scoreOf(word, inNames[index] === true, language),
      }),
    );
    for (const found of [...(isOwn ? foreignRuns(scored) : []), ...foreignSentences(scored)]) {
      const sum = sumOf(found);
      if (sum > (best?.sum ?? 0)) best = { language: language.name, words: found, sum };
    }
  }
  if (best === undefined) return undefined;
  const { language, words: found } = best;
  return { language, words: found.map(({ text }) => text), offset: firstOffset(found) };
}

/** Whether a word that English does not have could tell: without one there is nothing to weigh. */
function isTelling(word: string, { shared }: Language): boolean {
  return shared.has(word) && !ENGLISH.has(word);
}

function firstOffset(words: readonly Scored[]): number {
  return words.reduce((first, { offset }) => Math.min(first, offset), Number.POSITIVE_INFINITY);
}

/** Runs of words whose sum is high although English among them lowers it; of each run the longest part that tells. */
function foreignRuns(words: readonly Scored[]): readonly (readonly Scored[])[] {
  const found: (readonly Scored[])[] = [];
  // By their text: a word that stands twice tells no more than once.
  const run = new Map<string, Scored>();
  let sum = 0;
  let hasOwn = false;
  let telling = 0;
  const close = () => {
    if (telling > 0) found.push([...run.values()].slice(0, telling));
    run.clear();
    sum = 0;
    hasOwn = false;
    telling = 0;
  };
  for (const word of words) {
    const isKnown = run.has(word.text);
    sum += isKnown ? NEUTRAL : word.score;
    if (sum <= 0) close();
    else if (!isKnown && word.score > 0) {
      run.set(word.text, word);
      hasOwn ||= word.isOwn;
      if (sum >= AMONG_ENGLISH && hasOwn) telling = run.size;
    }
  }
  close();
  return found;
}

/** Sentences without an English small word, in which words of the language are many. */
function foreignSentences(words: readonly Scored[]): readonly (readonly Scored[])[] {
  const sentences = new Map<number, Scored[]>();
  for (const word of words) {
    const sentence = sentences.get(word.sentence);
    if (sentence === undefined) sentences.set(word.sentence, [word]);
    else sentence.push(word);
  }
  return [...sentences.values()].flatMap((sentence) => {
    if (sentence.some(({ score }) => score === AGAINST)) return [];
    const telling = sentence.filter(({ score }) => score > 0);
    // Alone in a sentence, what English has as well says nothing.
    const distinct = [...new Map(telling.map((word) => [word.text, word])).values()].filter(
      ({ text, isOwn }) => isOwn || !ENGLISH.has(text),
    );
    const isPlain = ({ text }: Scored) => /^[\p{ASCII}]+$/u.test(text);
    const areMany = (some: readonly Scored[]) => some.length >= 2;
    const isBacked =
      distinct.some(({ isOwn }) => isOwn) ||
      (areMany(distinct.filter(isPlain)) && areMany(distinct.filter(({ text }) => text.length > 1)));
    const isMuch = telling.length >= sentence.length * ALONE_SHARE;
    return isBacked && isMuch && sumOf(distinct) >= ALONE ? [distinct] : [];
  });
}

function sumOf(words: readonly Scored[]): number {
  return words.reduce((sum, { score }) => sum + score, 0);
}

function scoreOf(
  { text, isListed }: Word,
  isInName: boolean,
  { own, shared }: Language,
): { readonly score: number; readonly isOwn: boolean } {
  if (own.has(text)) return { score: OWN, isOwn: true };
  if (shared.has(text)) {
    return { score: isListed || isInName ? NEUTRAL : SHARED, isOwn: false };
  }
  if (ENGLISH.has(text)) return { score: AGAINST, isOwn: false };
  return { score: /[^\p{ASCII}'’]/u.test(text) ? ACCENT : NEUTRAL, isOwn: false };
}

/** Small words that stand inside names. */
const IN_NAMES = new Set(
  "al da das de del den der des di do dos du e el la las le los ten ter van von y zu".split(" "),
);

/**
 * For each such small word, whether the next words to both sides that are none are written like names: Otto von
 * Bismarck. One pass to each side: a line of nothing but small words is as cheap as any other.
 */
function namesAround(words: readonly Word[], own: ReadonlySet<string>): readonly boolean[] {
  const isName = (word: Word | undefined): boolean => word?.isCapital === true && !own.has(word.text);
  const before: boolean[] = [];
  let last = -1;
  for (const [index, { text }] of words.entries()) {
    const word = words[last];
    // The first word of a sentence has its capital for that reason.
    before.push(isName(word) && words[last - 1]?.sentence === word?.sentence);
    if (!IN_NAMES.has(text)) last = index;
  }
  const around: boolean[] = [];
  let isNameBehind = false;
  for (let index = words.length - 1; index >= 0; index -= 1) {
    const word = words[index];
    if (word === undefined) continue;
    around[index] = IN_NAMES.has(word.text) && isNameBehind && (before[index] === true || word.isCapital);
    if (!IN_NAMES.has(word.text)) isNameBehind = isName(word);
  }
  return around;
}

/** Words in lower case, an elided article as a word of its own. Abbreviations in capitals (EST, MIT) are none. */
function wordsOf(text: string): readonly Word[] {
  const pattern =
    /(?<![\p{L}\p{M}\p{N}_\-/.@])(?:\p{Script=Latin}\p{M}*)+(?:['’](?:\p{Script=Latin}\p{M}*)+)*(?![\p{L}\p{N}_/@]|-\p{L})/gu;
  const shouts = !/\p{Ll}/u.test(text);
  let sentence = 0;
  let last = 0;
  const withoutAddresses = text.replace(/\bhttps?:\/\/[^\s)>]+/g, (address) => " ".repeat(address.length));
  return [...withoutAddresses.matchAll(pattern)].flatMap(({ 0: written, index }): readonly Word[] => {
    if (/[.!?;:|]["')`*]*\s/.test(text.slice(last, index))) sentence += 1;
    last = index + written.length;
    if (/^\p{Lu}{2,}$/u.test(written) && !shouts) return [];
    const word = written.normalize("NFC").toLowerCase().replaceAll("’", "'");
    const isCapital = /^\p{Lu}/u.test(written);
    const isListed = /^["'`)]*[,;:)/]/.test(text.slice(last, last + 4));
    const elided = /^(?:qu|un|all|dell|nell|sull|[cdjlmnst])'(?=\p{L}{2})/u.exec(word)?.[0];
    if (elided === undefined) return [{ text: word, offset: index, isCapital, isListed, sentence }];
    return [
      { text: elided, offset: index, isCapital, isListed: false, sentence },
      { text: word.slice(elided.length), offset: index + elided.length, isCapital: false, isListed, sentence },
    ];
  });
}
