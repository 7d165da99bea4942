import { type BodyText, bodyTexts, breachIn, onOneLine } from "../bodies/body-text.js";
import { agentBody } from "../bodies/example-bodies.js";
import { rolesIn, SNIPPETS, type Snippet, withoutRoles } from "../bodies/snippets.js";
import { type Content, idOf } from "../content.js";
import { hashText } from "../hash-text.js";
import type { Rule } from "../rule.js";

/** From this share of common words on, a paragraph is a snippet in other words. */
const REWORDED = 0.6;

/** An author of other content has the package at hand, and not its sources in mind. */
const PLACE = "docs/rules.md of nexus-core lists all of them, from its src/content/bodies/snippets.ts";

const helper = (change: (text: string) => string) => ({ "agents/helper/body.md": change(agentBody()) });

export const snippetRules: readonly Rule[] = [
  {
    id: "body/snippet-missing",
    guide: "L15",
    level: "error",
    title:
      "Every agent holds the paragraphs trust, lead, supply, ask, stuck, form and values, and every skill trust and values.",
    reason:
      "What holds for every role is said in every body, since no role reads the body of another. A folder without the roles that a paragraph names needs its sentences before these alone, and may go on with its own roles.",
    remedy: `Add the paragraph word for word; ${PLACE}.`,
    bad: helper((text) => text.replace(`${textOf("lead")}\n\n`, "")),
    good: helper((text) => text),
    check: (content) => {
      const known = knownIn(content);
      return bodyTexts(content).flatMap((body) =>
        known
          .filter(({ requiredIn }) => requiredIn.includes(body.kind))
          .filter((snippet) => !paragraphs(body).some((one) => isTaken(one, snippet) || isReworded(one, snippet)))
          .map(({ name, due }) => breachIn(body, 0, `the shared paragraph "${name}" is missing`, `It reads: ${due}`)),
      );
    },
  },
  {
    id: "body/snippet-reworded",
    guide: "L15",
    level: "error",
    title: "A shared paragraph stands word for word, and once.",
    reason: "Two wordings of one rule drift apart, and a reader looks for the difference.",
    remedy: `Take that wording, which is compared by its hash; ${PLACE}.`,
    bad: helper((text) => text.replace("Another role's work", "What another role has to do")),
    good: helper((text) => text),
    check: (content) => {
      const known = knownIn(content);
      return bodyTexts(content).flatMap((body) =>
        known.flatMap((snippet) => [
          ...paragraphs(body)
            .filter((one) => isReworded(one, snippet))
            .map(({ offset }) => {
              const message = `this is the shared paragraph "${snippet.name}" in other words`;
              return breachIn(body, offset, message, `It reads: ${snippet.due}`);
            }),
          ...paragraphs(body)
            .filter((one) => isTaken(one, snippet))
            .slice(1)
            .map(({ offset }) => breachIn(body, offset, `the shared paragraph "${snippet.name}" stands a second time`)),
        ]),
      );
    },
  },
];

interface Paragraph {
  readonly offset: number;
  /** On one line. */
  readonly line: string;
  readonly hash: string;
  readonly words: ReadonlySet<string>;
}

const read = new WeakMap<BodyText, readonly Paragraph[]>();

/** Blocks on one line each, as snippets are written. */
function paragraphs(body: BodyText): readonly Paragraph[] {
  let found = read.get(body);
  if (found === undefined) {
    found = body.blocks.map(({ text, offset }) => {
      const line = onOneLine(text);
      return { offset, line, hash: hashText(line), words: wordsOf(line) };
    });
    read.set(body, found);
  }
  return found;
}

interface Known extends Snippet {
  readonly hash: string;
  readonly words: ReadonlySet<string>;
  /** How a paragraph has to begin here, where this folder lacks roles that the snippet names. */
  readonly short: string | undefined;
  /** What an author has to write: without roles that are not there. */
  readonly due: string;
}

const KNOWN = SNIPPETS.map((snippet) => ({
  ...snippet,
  hash: hashText(snippet.text),
  words: wordsOf(snippet.text),
}));

/** The snippets as they are asked of this folder. */
function knownIn(content: Content): readonly Known[] {
  const agents = (content.agents ?? []).map(idOf);
  return KNOWN.map((snippet) => {
    const hasAll = rolesIn(snippet.text).every((role) => agents.includes(role));
    const short = hasAll ? undefined : withoutRoles(snippet);
    return { ...snippet, short, due: short ?? snippet.text };
  });
}

function isTaken({ hash, line }: Paragraph, { hash: known, short }: Known): boolean {
  return hash === known || (short !== undefined && line.startsWith(short));
}

/** Whether most words of the snippet stand in the paragraph and most of the paragraph in the snippet, without being it. */
function isReworded(paragraph: Paragraph, snippet: Known): boolean {
  if (isTaken(paragraph, snippet)) return false;
  const texts = [snippet.words, ...(snippet.short === undefined ? [] : [wordsOf(snippet.short)])];
  return texts.some((words) => {
    const common = [...words].filter((word) => paragraph.words.has(word)).length;
    return common / Math.max(paragraph.words.size, words.size) >= REWORDED;
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z_']+/g) ?? []);
}

function textOf(name: string): string {
  return SNIPPETS.find((snippet) => snippet.name === name)?.text ?? "";
}
