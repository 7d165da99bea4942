import { type BodyText, blocksIn, bodyTexts, breachIn, withoutSpeech } from "../bodies/body-text.js";
import { helperSaying } from "../bodies/example-bodies.js";
import { REPORT_FIELDS } from "../bodies/report-values.js";
import { type Content, entriesOf, knownIds } from "../content.js";
import { textMember } from "../peek.js";
import { INFO_WORD } from "../report/read-block.js";
import type { Breach, Rule } from "../rule.js";

export const danglingPointers: Rule = {
  id: "body/dangling-pointer",
  guide: "L16",
  level: "error",
  title:
    "Every pointer leads to something in the same body or in the content: no see above, no phases, sections, appendices or side files, only steps, tags, skills and report fields that exist, and a table, list or form on the side where it is said to stand.",
  reason: "A pointer that leads nowhere is followed all the same: the reader makes up the place.",
  remedy: "Name the step by its number, or say again what is meant.",
  bad: helperSaying("Procedure", "2. Take the list of step 7."),
  good: helperSaying("Procedure", "2. Take the list of step 1."),
  check: (content) => {
    const names = namesOf(content);
    return bodyTexts(content).flatMap((body) => [
      ...vague(body),
      ...titles(body),
      ...beside(body),
      ...sideFiles(body),
      ...steps(body),
      ...fields(body),
      ...ids(body, names),
    ]);
  },
};

function found(
  body: BodyText,
  pattern: RegExp,
): readonly { readonly words: string; readonly name: string; readonly index: number }[] {
  return [...body.prose.matchAll(pattern)].map(({ 0: words, 1: name = "", index }) => ({ words, name, index }));
}

/** What leads to a place: a report that is told to keep its data in the appendix has one of its own. */
const LEADS = "(?:stands?|described|defined|listed|found|given|explained|see|follow|consult)";

/** The same in words. What is of or in something else is that thing's own part. */
const SPELT: readonly RegExp[] = [
  /\b(?:phase|section|chapter|appendix) (?:one|two|three|four|five|six|seven|eight|nine|ten)\b(?! (?:of|in|by)\b)/gi,
  /\b(?:follow|use|take|apply|consult|fill(?: in| out)?|work through|go through) (?:the |each |every |an? )?(?:[\w-]+ ){1,4}(?:in|from|of) the (?:appendix|annex)\b(?! (?:of|in|to|[A-Z0-9])\b)/gi,
  new RegExp(
    `\\b${LEADS} (?:\\w+ ){0,2}?in the (?:section|chapter) (?:on|about) (?:(?!(?:of|in)\\b)[\\w-]+ ?){1,4}(?=[.,;:)\\n]|$)`,
    "gi",
  ),
];

/** "under "Limits"": a heading that the body does not have. */
function titles(body: BodyText): readonly Breach[] {
  const known = new Set(body.sections.map(({ title }) => title));
  const pattern = new RegExp(
    `\\b(?:${LEADS}|are|is) (?:\\w+ )?(?:under|in the section) "([A-Z][^"\\n]{1,40})"(?! (?:of|in)\\b)`,
    "g",
  );
  return found(body, pattern)
    .filter(({ name }) => !known.has(name.replace(/[.,]$/, "")))
    .map(({ name, index }) => breachIn(body, index, `there is no heading "${name}" here`));
}

/** Places that a body has no name for. */
function vague(body: BodyText): readonly Breach[] {
  const pattern =
    /\b(?:see|as (?:described|said|noted|mentioned|stated|defined|listed|shown|given|explained|outlined|specified)|mentioned|described|listed) (?:above|below|earlier|later)\b(?! (?:in )?(?:the|an?) )|\b(?:phase|section|chapter|appendix|part) (?!I [a-z])[0-9IVX]+\b(?! (?:of|in)\b)|§ ?\d+|\b(?:see|consult|refer to) (?:the |an )?(?:appendix|annex)\b(?! [A-Z0-9]\b)|\b(?:section|chapter|paragraph|appendix) (?:above|below)\b|\bfootnote \d+/gi;
  // Lettered parts, and the tables and figures of a text that counts them; those of a named source are its own.
  const lettered =
    /\b(?:[Aa]ppendix|[Aa]nnex|[Ee]xhibit|[Ss]ection|[Cc]hapter) (?!I [a-z])[A-Z](?:\.?\d+)*(?!\w)|\b(?:[Ff]igure|[Tt]able) (?!I [a-z])(?:[IVX]+|\d+)(?!\w)(?! (?:of|in|on|from)\b)/g;
  const places = new Map(
    [pattern, lettered, ...SPELT].flatMap((each) => found(body, each)).map((place) => [place.index, place]),
  );
  return [...places.values()].map(({ words, index }) =>
    breachIn(body, index, `"${words}" points at a place that has no name here`),
  );
}

/** What a text may point at by its side, and how it looks. A fence may hold anything; that of the report is a form. */
const SHAPES: Readonly<Record<string, RegExp | undefined>> = {
  table: /^[ \t]*\|/m,
  list: /^[ \t]*(?:\||(?:[-*+]|\d+[.)])[ \t])/m,
  checklist: /^[ \t]*(?:\||(?:[-*+]|\d+[.)])[ \t])/m,
  example: /\b(?:good|bad|example):|\bfor example\b/i,
  diagram: /!\[/,
  figure: /!\[/,
  picture: /!\[/,
  form: undefined,
  template: undefined,
};

/** "the table below": something of that shape stands on that side of the words. */
function beside(body: BodyText): readonly Breach[] {
  const things = `(?:[\\w-]+ )?(${Object.keys(SHAPES).join("|")})s?`;
  // "Keep the list above ten entries" points at nothing: a pointer ends there, or says what the thing does.
  const end = "(?=\\s*(?:[.,;:)]|$)|\\s+(?:is|are|says?|shows?|gives?|names?|holds?|lists?|has|have|and|or)\\b)";
  const pattern = new RegExp(
    `\\bthe ${things} (below|above|that follows|which follows)${end}|\\bthe (following|preceding|above|below) ${things}\\b`,
    "gim",
  );
  return [...body.prose.matchAll(pattern)].flatMap((match) => {
    const [words, behind, side, sideBefore = "", ahead = ""] = match;
    const direction = (side ?? sideBefore).toLowerCase();
    const isAbove = direction === "above" || direction === "preceding";
    const end = match.index + words.length;
    const shape = SHAPES[(behind ?? ahead).toLowerCase()];
    const prose = isAbove ? body.prose.slice(0, match.index) : body.prose.slice(end);
    const isForm = shape === undefined || shape === SHAPES["example"];
    const fences = body.fences.filter(({ infoWord }) => isForm || infoWord !== INFO_WORD);
    const isThere =
      shape?.test(prose) === true || fences.some(({ open }) => (isAbove ? open < match.index : open > end));
    return isThere ? [] : [breachIn(body, match.index, `"${words}": nothing of that kind stands there`)];
  });
}

/** Files to be looked up: a folder holds meta.yml and body.md alone, so nothing else ships with a body. */
function sideFiles(body: BodyText): readonly Breach[] {
  const end = "\\.(?:md|ya?ml|json|txt))(?![\\w/-]|:\\d)";
  const pattern = new RegExp(
    `(?:\\b(?:see|follow|consult|(?:described|defined|listed|explained) in|according to)\\s+(?:the\\s+)?(?:\\w+\\s+)?\`?|\\]\\()((?!\\.nexus/)[\\w./-]+${end}`,
    "gi",
  );
  // Folders that collections put beside a body. Any other path, and one with a line, may be the project's own.
  const folder = new RegExp(
    `(?<!\\b(?:like|such as|as in|for example|e\\.g\\.),? ?\`?)(?<![\\w./-])((?:\\./)?(?:references?|templates?|checklists?|appendix|appendices)/[\\w./-]+${end}`,
    "gi",
  );
  const files = [...found(body, pattern), ...found({ ...body, prose: withoutSpeech(body.prose) }, folder)];
  const byName = new Map(files.map((file) => [file.index + file.words.indexOf(file.name), file]));
  return [...byName.values()].map(({ name, index }) => breachIn(body, index, `"${name}" does not ship with a body`));
}

/** Steps by number, single or as a range, against the numbered lines of the procedure. */
function steps(body: BodyText): readonly Breach[] {
  const known = new Set(blocksIn(body, "Procedure").flatMap(({ text }) => /^\s*(\d+)[.)]\s/.exec(text)?.[1] ?? []));
  return found(body, /\bsteps? (\d+(?:(?:-| to | and |, )\d+)*)/gi).flatMap(({ words, name, index }) =>
    (name.match(/\d+/g) ?? [])
      .filter((step) => !known.has(step))
      .map((step) => breachIn(body, index, `"${words}": the procedure has no step ${step}`)),
  );
}

/** "under `field`": a member of the report form, or of the block that the body shows. */
function fields(body: BodyText): readonly Breach[] {
  const shown = new Set(
    body.fences.flatMap(({ start, end }) =>
      [...body.text.slice(start, end).matchAll(/"([\w-]+)"\s*:/g)].map(([, key = ""]) => key),
    ),
  );
  return (
    found(body, /\b(?:under|into) `([a-z_.]+)`/g)
      // Without an underscore or a dot it may be a folder or a branch: "helpers stand under `tools`".
      .filter(({ name }) => /[_.]/.test(name) && !REPORT_FIELDS.includes(name) && !shown.has(name))
      .map(({ name, index }) => breachIn(body, index, `the report has no field "${name}"`))
  );
}

interface Names {
  readonly skills: readonly string[] | undefined;
  readonly tags: readonly string[] | undefined;
}

/** What a body may call by name; a vocabulary that is missing says nothing. */
function namesOf(content: Content): Names {
  const tags = entriesOf(content, "tags")?.flatMap(({ value }) => textMember(value, "trigger") ?? []);
  return { skills: knownIds(content, "skills"), tags };
}

/** Skills by the prefix that ours share, and tags in brackets and back-ticks. */
function ids(body: BodyText, { skills, tags }: Names): readonly Breach[] {
  return [
    ...found(body, /\b(nx-[a-z][a-z-]*[a-z])\b/g)
      .filter(({ name }) => skills !== undefined && !skills.includes(name))
      .map(({ name, index }) => breachIn(body, index, `there is no skill "${name}"`)),
    ...found(body, /`(\[[a-z][a-z:-]*\])`/g)
      .filter(({ name }) => tags !== undefined && !tags.some((tag) => name === tag || isVariant(name, tag)))
      .map(({ name, index }) => breachIn(body, index, `there is no tag ${name}`)),
  ];
}

/** Whether `[plan:auto]` could be a variant of `[plan]`: which variants a tag has is a matter of its own file. */
function isVariant(name: string, tag: string): boolean {
  return name.startsWith(`${tag.slice(0, -1)}:`);
}
