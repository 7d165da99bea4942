import { type BodyText, bodyTexts, breachIn } from "../bodies/body-text.js";
import { agentBody } from "../bodies/example-bodies.js";
import { SNIPPETS } from "../bodies/snippets.js";
import { hashText } from "../hash-text.js";
import type { Rule } from "../rule.js";

/** From this share of common words on, a paragraph is a snippet in other words. */
const REWORDED = 0.6;

const helper = (change: (text: string) => string) => ({ "agents/helper/body.md": change(agentBody()) });

export const snippetRules: readonly Rule[] = [
  {
    id: "body/snippet-missing",
    guide: "L15",
    level: "error",
    title:
      "Every agent holds the paragraphs trust, lead, supply, ask, stuck, form and values, and every skill trust and values.",
    reason: "What holds for every role is said in every body, since no role reads the body of another.",
    remedy: "Add the paragraph word for word; src/content/bodies/snippets.ts has it.",
    bad: helper((text) => text.replace(`${textOf("lead")}\n\n`, "")),
    good: helper((text) => text),
    check: (content) =>
      bodyTexts(content).flatMap((body) =>
        KNOWN.filter(({ requiredIn }) => requiredIn.includes(body.kind))
          .filter((snippet) => !paragraphs(body).some((one) => one.hash === snippet.hash || isReworded(one, snippet)))
          .map(({ name }) => breachIn(body, 0, `the shared paragraph "${name}" is missing`)),
      ),
  },
  {
    id: "body/snippet-reworded",
    guide: "L15",
    level: "error",
    title: "A shared paragraph stands word for word, and once.",
    reason: "Two wordings of one rule drift apart, and a reader looks for the difference.",
    remedy:
      "Take the wording of src/content/bodies/snippets.ts, which is compared by its hash; or change it there, for all.",
    bad: helper((text) => text.replace("Another role's work", "What another role has to do")),
    good: helper((text) => text),
    check: (content) =>
      bodyTexts(content).flatMap((body) =>
        KNOWN.flatMap((snippet) => [
          ...paragraphs(body)
            .filter((one) => isReworded(one, snippet))
            .map(({ offset }) =>
              breachIn(body, offset, `this is the shared paragraph "${snippet.name}" in other words`),
            ),
          ...paragraphs(body)
            .filter(({ hash }) => hash === snippet.hash)
            .slice(1)
            .map(({ offset }) => breachIn(body, offset, `the shared paragraph "${snippet.name}" stands a second time`)),
        ]),
      ),
  },
];

interface Paragraph {
  readonly offset: number;
  readonly hash: string;
  readonly words: ReadonlySet<string>;
}

const read = new WeakMap<BodyText, readonly Paragraph[]>();

/** Blocks on one line each, as snippets are written. */
function paragraphs(body: BodyText): readonly Paragraph[] {
  let found = read.get(body);
  if (found === undefined) {
    found = body.blocks.map(({ text, offset }) => {
      const line = text.replace(/\s*\n\s*/g, " ").trim();
      return { offset, hash: hashText(line), words: wordsOf(line) };
    });
    read.set(body, found);
  }
  return found;
}

const KNOWN = SNIPPETS.map((snippet) => ({
  ...snippet,
  hash: hashText(snippet.text),
  words: wordsOf(snippet.text),
}));

/** Whether most words of the snippet stand in the paragraph and most of the paragraph in the snippet, without being it. */
function isReworded({ hash, words }: Paragraph, snippet: (typeof KNOWN)[number]): boolean {
  if (hash === snippet.hash) return false;
  const common = [...snippet.words].filter((word) => words.has(word)).length;
  return common / Math.max(words.size, snippet.words.size) >= REWORDED;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z_']+/g) ?? []);
}

function textOf(name: string): string {
  return SNIPPETS.find((snippet) => snippet.name === name)?.text ?? "";
}
