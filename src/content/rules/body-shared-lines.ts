import { type BodyText, bodyTexts, breachIn, linesOf, onOneLine, type Piece } from "../bodies/body-text.js";
import { greetSaying, helperSaying, skillBody } from "../bodies/example-bodies.js";
import { SNIPPETS, withoutRoles } from "../bodies/snippets.js";
import type { Breach, Rule } from "../rule.js";

/** Lines of this length and below are headings, labels and turns of phrase. */
const SHORT = 40;
/** In more bodies than this a line is a snippet that nobody keeps equal. */
const BODIES = 3;
/** A run of words that two authors do not write by chance. */
const RUN = 10;

const LINE = "- Keep the window shut while the rain comes in.";
const RUN_OF_TEN = "Keep the window shut while the rain comes in from outside.";

export const sharedLineRules: readonly Rule[] = [
  {
    id: "body/repeated-line",
    guide: "L18",
    level: "error",
    title: `No line of more than ${SHORT} characters stands in more than ${BODIES} bodies, shared paragraphs apart.`,
    reason: "What four bodies say in the same words is a rule of all, and drifts apart unless it is kept in one place.",
    remedy: "Make it a shared paragraph, leave it out, or let each body say what is particular to its role.",
    bad: {
      ...helperSaying("Evidence", LINE),
      ...greetSaying("State", LINE),
      ...more("first", LINE),
      ...more("second", LINE),
    },
    good: { ...helperSaying("Evidence", LINE), ...greetSaying("State", LINE), ...more("first", LINE) },
    check: (content) => {
      const lines = placesOf(bodyTexts(content), (body) =>
        linesOf(body.prose).filter(({ text }) => text.trim().length > SHORT && !isSnippet(text)),
      );
      return [...lines].flatMap(([text, places]) => {
        const bodies = new Set(places.map(({ body }) => body));
        if (bodies.size <= BODIES) return [];
        return places.map(({ body, offset }) =>
          breachIn(body, offset, `this line stands in ${bodies.size} bodies: "${shown(text)}"`),
        );
      });
    },
  },
  {
    id: "body/shared-run",
    guide: "L18",
    level: "error",
    title: `No run of ${RUN} words stands in two bodies, shared paragraphs apart.`,
    reason:
      "It was pasted, and the role that it was written for is not the role that it reached. Whether a run stands in another collection as well cannot be checked without a network, and is for the author to answer.",
    remedy: "Say it in the words of this role, make it a shared paragraph, or leave it out.",
    bad: { ...helperSaying("Evidence", RUN_OF_TEN), ...greetSaying("State", RUN_OF_TEN) },
    good: {
      ...helperSaying("Evidence", RUN_OF_TEN),
      ...greetSaying("State", "Keep the window shut while the rain comes in."),
    },
    check: (content) => sharedRuns(bodyTexts(content)),
  },
];

interface Place {
  readonly body: BodyText;
  readonly offset: number;
}

function placesOf(
  bodies: readonly BodyText[],
  piecesOf: (body: BodyText) => readonly Piece[],
): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const body of bodies) {
    for (const { text, offset } of piecesOf(body)) {
      const key = text.trim();
      const known = places.get(key) ?? [];
      known.push({ body, offset });
      places.set(key, known);
    }
  }
  return places;
}

/**
 * Each run at its longest, in every body that holds it: said in the later one alone, it would move to another file when
 * a body between them changes.
 */
function sharedRuns(bodies: readonly BodyText[]): readonly Breach[] {
  const blocksOf = new Map(
    bodies.map((body) => [body, body.blocks.filter(({ text }) => !isSnippet(text)).map(wordsOf)] as const),
  );
  const places = new Map<string, Place[]>();
  for (const [body, blocks] of blocksOf) {
    for (const words of blocks) {
      for (let at = 0; at + RUN <= words.length; at += 1) {
        const known = places.get(keyOf(words, at)) ?? [];
        if (known.at(-1)?.body !== body) known.push({ body, offset: words[at]?.offset ?? 0 });
        places.set(keyOf(words, at), known);
      }
    }
  }
  const elsewhere = (body: BodyText, words: readonly Piece[], at: number) =>
    places.get(keyOf(words, at))?.find((place) => place.body !== body);
  const holds = (body: BodyText, words: readonly Piece[], at: number) =>
    at + RUN <= words.length && places.get(keyOf(words, at))?.some((place) => place.body === body) === true;
  return [...blocksOf].flatMap(([body, blocks]) =>
    blocks.flatMap((words) => {
      const breaches: Breach[] = [];
      for (let at = 0; at + RUN <= words.length; at += 1) {
        const other = elsewhere(body, words, at);
        if (other === undefined) continue;
        const start = at;
        while (holds(other.body, words, at + 1)) at += 1;
        const run = words.slice(start, at + RUN);
        const place = `${other.body.file}:${other.body.lineAt(other.offset)}`;
        const text = shown(run.map((word) => word.text).join(" "));
        breaches.push(breachIn(body, run[0]?.offset ?? 0, `${run.length} words stand in ${place} too: "${text}"`));
        at += RUN - 1;
      }
      return breaches;
    }),
  );
}

function wordsOf({ text, offset }: Piece): readonly Piece[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}_'.-])[\p{L}\p{N}_'.-]*[\p{L}\p{N}_]/gu)].map(({ 0: word, index }) => ({
    text: word.toLowerCase(),
    offset: offset + index,
  }));
}

function keyOf(words: readonly Piece[], at: number): string {
  return words
    .slice(at, at + RUN)
    .map(({ text }) => text)
    .join(" ");
}

const SHORT_SNIPPETS = SNIPPETS.map(withoutRoles);

function isSnippet(text: string): boolean {
  const line = onOneLine(text);
  return SNIPPETS.some((snippet, index) => {
    const short = SHORT_SNIPPETS[index];
    return snippet.text === line || (short !== undefined && line.startsWith(short));
  });
}

function shown(text: string): string {
  return text.length > 70 ? `${text.slice(0, 67)}…` : text;
}

/** One more skill with this line in it. */
function more(id: string, line: string): Readonly<Record<string, string>> {
  return {
    [`skills/${id}/meta.yml`]: `id: ${id}\nname: ${id}\ndescription: Greets, when asked to.\nmanual_only: true\n`,
    [`skills/${id}/body.md`]: skillBody(line),
  };
}
