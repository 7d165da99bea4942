import { isReportBlock } from "../report/read-block.js";
import { type BodyText, linesOf, type Piece } from "./body-text.js";
import { REPORT_FIELDS, STATE_VALUES } from "./report-values.js";

export interface SecondReport {
  readonly offset: number;
  readonly message: string;
}

/** Members that hardly anything but a report has. The state of a project has a status too, and a list a summary. */
const MEMBERS = new Set(["status", "verdict", "criteria", "findings", "checks", "suspect_content", "not_done"]);
/** In the outermost object of a fence any two are enough, if one is the status or the verdict. */
const OF_REPORT = new Set(REPORT_FIELDS);
/** As labels of lines they need company: one or two may begin any sentence. */
const LABELS = new Set([...MEMBERS, "summary", "next"]);

/** A name for a form: alone on its line, or in front of a colon. */
const TITLE =
  /^\s*(?:#+\s+|[-*+]\s+|\d+[.)]\s+)?[*_]{0,2}((?:completion|final|status|closing|exit|result)[ -]report|(?:output|response|answer|reply|return|result)[ -](?:format|form|template|schema|structure))[*_]{0,2}\s*(?::|\.?[*_]{0,2}\s*$)/i;

/** Other forms of a report than the block that the body shows: in a fence, as bare JSON, as lines with labels, by name. */
export function secondReports(body: BodyText): readonly SecondReport[] {
  const blocks = body.fences.filter(isReportBlock);
  const fences = body.fences.filter((fence) => !blocks.includes(fence));
  return [
    ...blocks
      .slice(1)
      .map(({ open }) => ({ offset: open, message: "this is a second report, and one alone is copied" })),
    ...fences.flatMap(({ infoWord, open, start, end }) => {
      const text = body.text.slice(start, end);
      const members = [...keysIn(text), ...labelsIn({ text, offset: 0 }).map(({ label }) => label)];
      const what = infoWord === "" ? "this fence" : `this fence of ${infoWord}`;
      const found = second(open, what, members);
      return found.length > 0 ? found : second(open, what, outermost(text), OF_REPORT);
    }),
    ...unfenced(body).flatMap(({ text, offset }) => second(offset, "this", keysIn(text))),
    ...body.sections.flatMap(labelled),
    ...linesOf(body.prose).flatMap(({ text, offset }) => {
      const title = TITLE.exec(text)?.[1];
      const isShown = blocks.some(
        ({ open }) => open > offset && body.text.slice(offset + text.length, open).trim() === "",
      );
      return title === undefined || isShown
        ? []
        : [{ offset, message: `"${title}" names a second form of the report` }];
    }),
  ];
}

function second(
  offset: number,
  what: string,
  members: readonly string[],
  known: ReadonlySet<string> = MEMBERS,
): readonly SecondReport[] {
  const found = [...new Set(members)].filter((name) => known.has(name));
  if (found.length < 2) return [];
  return [{ offset, message: `${what} is a second form of the report, with ${found.slice(0, 3).join(" and ")}` }];
}

/**
 * The members of the outermost object, or keys at the start of a line, where one of them is a status or a verdict. A
 * task or an issue has a status and a summary as well, and is told by its value.
 */
function outermost(text: string): readonly string[] {
  const members: string[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[{}[\]]|^[a-z_]+(?=:)/gm)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else {
      const behind = /^\s*:\s*"?([a-z_]*)/.exec(text.slice(index + token.length, index + token.length + 80));
      if (behind === null || depth !== (token.startsWith('"') ? 1 : 0)) continue;
      const name = token.replaceAll('"', "");
      if (name === "status" && STATE_VALUES.includes(behind[1] ?? "")) return [];
      members.push(name);
    }
  }
  return members.includes("status") || members.includes("verdict") ? members : [];
}

/** Names of members as JSON or tags write them. */
function keysIn(text: string): readonly string[] {
  return [...text.matchAll(/["']([a-z_]+)["']\s*:|<([a-z_]+)>/gi)].map(([, key, tag]) =>
    (key ?? tag ?? "").toLowerCase(),
  );
}

/** Blocks of prose, and the text of macros: a prompt may ask for a form of its own. */
function unfenced({ text, prose, blocks, fences }: BodyText): readonly Piece[] {
  const isFenced = (at: number) => fences.some(({ open, end, close = end }) => at >= open && at < close);
  const macros = linesOf(text).filter(
    ({ text: line, offset }) =>
      line.trim() !== "" && !isFenced(offset) && prose.slice(offset, offset + line.length).trim() === "",
  );
  return [...blocks, ...macros];
}

/** Lines of one section that begin like the members of a report: "Status: done", "**Verdict:** …". */
function labelled(section: Piece): readonly SecondReport[] {
  const labels = labelsIn(section);
  const names = [...new Set(labels.map(({ label }) => label))];
  const [first] = labels;
  if (first === undefined || names.length < 3 || !names.some((name) => name === "status" || name === "verdict"))
    return [];
  return [
    { offset: first.offset, message: `lines with ${names.slice(0, 3).join(", ")} are a second form of the report` },
  ];
}

function labelsIn({ text, offset }: Piece): readonly { readonly label: string; readonly offset: number }[] {
  return linesOf(text).flatMap((line) => {
    const match = /^\s*(?:[-*+]\s+|\d+[.)]\s+|[>|]\s*)?[*_]{0,2}([A-Za-z][A-Za-z_ ]{0,40}?)[*_]{0,2}\s*[:|]/.exec(
      line.text,
    );
    const label = (match?.[1] ?? "").toLowerCase().replaceAll(" ", "_");
    return LABELS.has(label) ? [{ label, offset: offset + line.offset }] : [];
  });
}
