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
    const scored = words.map((word, index): Scored => ({ ...word, ...scoreOf(word, index, words, language) }));
    for (const found of [...(isOwn ? foreignRuns(scored) : []), ...foreignSentences(scored)]) {
      const sum = sumOf(found);
      if (sum > (best?.sum ?? 0)) best = { language: language.name, words: found, sum };
    }
  }
  if (best === undefined) return undefined;
  const { language, words: found } = best;
  return { language, words: found.map(({ text }) => text), offset: Math.min(...found.map(({ offset }) => offset)) };
}

/** Whether a word that English does not have could tell: without one there is nothing to weigh. */
function isTelling(word: string, { shared }: Language): boolean {
  return shared.has(word) && !ENGLISH.has(word);
}

/** Runs of words whose sum is high although English among them lowers it. */
function foreignRuns(words: readonly Scored[]): readonly (readonly Scored[])[] {
  const found: (readonly Scored[])[] = [];
  let run: Scored[] = [];
  let sum = 0;
  for (const word of words) {
    const isKnown = run.some(({ text }) => text === word.text);
    sum += isKnown ? NEUTRAL : word.score;
    if (sum <= 0) {
      run = [];
      sum = 0;
    } else if (!isKnown && word.score > 0) {
      run = [...run, word];
      if (sum >= AMONG_ENGLISH && run.some(({ isOwn }) => isOwn)) found.push(run);
    }
  }
  return found;
}

/** Sentences without an English small word, in which words of the language are many. */
function foreignSentences(words: readonly Scored[]): readonly (readonly Scored[])[] {
  const sentences = new Map<number, Scored[]>();
  for (const word of words) sentences.set(word.sentence, [...(sentences.get(word.sentence) ?? []), word]);
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
  index: number,
  words: readonly Word[],
  { own, shared }: Language,
): { readonly score: number; readonly isOwn: boolean } {
  if (own.has(text)) return { score: OWN, isOwn: true };
  if (shared.has(text)) {
    return { score: isListed || isPartOfName(index, words, own) ? NEUTRAL : SHARED, isOwn: false };
  }
  if (ENGLISH.has(text)) return { score: AGAINST, isOwn: false };
  return { score: /[^\p{ASCII}'’]/u.test(text) ? ACCENT : NEUTRAL, isOwn: false };
}

/** Small words that stand inside names. */
const IN_NAMES = new Set(
  "al da das de del den der des di do dos du e el la las le los ten ter van von y zu".split(" "),
);

/** Whether the next words to both sides that are no such small words are written like names: Otto von Bismarck. */
function isPartOfName(index: number, words: readonly Word[], own: ReadonlySet<string>): boolean {
  if (!IN_NAMES.has(words[index]?.text ?? "")) return false;
  const isName = (step: number) => {
    let at = index + step;
    while (IN_NAMES.has(words[at]?.text ?? "")) at += step;
    const word = words[at];
    if (word === undefined || !word.isCapital || own.has(word.text)) return false;
    // The first word of a sentence has its capital for that reason.
    return step > 0 || words[at - 1]?.sentence === word.sentence;
  };
  return isName(1) && (isName(-1) || words[index]?.isCapital === true);
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
