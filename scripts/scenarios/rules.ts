/** The rules of a body, one for each bullet, step, paragraph and row of a table, so that a scenario can name one. */

export interface Rule {
  /** Heading that it stands under. */
  readonly section: string;
  /** On one line, without the mark of its list. */
  readonly text: string;
}

/** Sections in which every rule binds an act that a scenario can show. */
export const BINDING_SECTIONS: readonly string[] = ["Constraints", "Stop and ask"];

export function rulesOf(body: string): readonly Rule[] {
  const rules: { section: string; text: string }[] = [];
  let section = "";
  let isFenced = false;
  let isOpen = false;
  for (const line of body.split(/\r?\n/u)) {
    const heading = /^## (.+)$/u.exec(line)?.[1];
    if (line.startsWith("```")) isFenced = !isFenced;
    if (heading !== undefined) section = heading.trim();
    if (isFenced || heading !== undefined || line.startsWith("```") || line.startsWith("{{") || /^\|-/u.test(line)) {
      isOpen = false;
      continue;
    }
    const text = line.replace(/^\s*(?:- |\d+\. |\| )/u, "").trim();
    const last = rules.at(-1);
    if (text === "") isOpen = false;
    else if (isOpen && last !== undefined && !/^\s*(?:- |\d+\. |\| )/u.test(line)) last.text += ` ${text}`;
    else {
      rules.push({ section, text });
      isOpen = true;
    }
  }
  return rules;
}

/** The rules that hold these words. */
export function rulesWith(body: string, words: string): readonly Rule[] {
  return rulesOf(body).filter(({ text }) => text.includes(words));
}
