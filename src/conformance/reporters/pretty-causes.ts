/** Lists the causes of failures in two lines each: what is wrong, and which requirement and case show it. */

import type { Report } from "../run/report.js";
import { type Line, line } from "./line.js";
import type { Palette } from "./palette.js";
import { problemWords } from "./wording.js";

/** With them, the report of a run fits on a screen of 40 lines. */
const LIMIT = 10;

/** In place of a level, where a case could not be judged. */
const UNJUDGED = "ERROR";

/** Characters of a line of text. */
const WIDTH = 108;

export function causeLines(report: Report, paint: Palette, isVerbose: boolean): readonly Line[] {
  const entries = [...byRequirement(report.causes).values()];
  const [first] = entries;
  if (first === undefined) return [];
  const shown = isVerbose ? entries : entries.slice(0, LIMIT);
  const hidden = entries.slice(shown.length);
  const { example } = first.cause;
  const { repro } = report.cases.find(({ id }) => id === example) ?? {};
  // Random calls are no case that could run alone.
  const alone = repro?.includes(example) === true ? repro.replace(example, () => "CASE") : undefined;
  return [
    line``,
    paint.strong("Fix first"),
    ...shown.flatMap((entry) => lines(entry, paint)),
    ...(hidden.length > 0 ? [paint.dim(`  … and ${restWords(hidden)}`)] : []),
    ...(alone === undefined ? [] : [line`  ${paint.dim("one alone:")} ${alone}`]),
  ];
}

type Cause = Report["causes"][number];

/** A violated requirement with its first cause. */
interface Entry {
  readonly cause: Cause;
  readonly cases: ReadonlySet<string>;
  readonly blocks: number;
  readonly places: number;
}

/** One place per requirement is enough to begin with. The other formats have all. */
function byRequirement(causes: readonly Cause[]): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const cause of causes) {
    const key = cause.requirement ?? `${cause.code} ${cause.message}`;
    const known = entries.get(key);
    entries.set(key, {
      cause: known?.cause ?? cause,
      cases: new Set([...(known?.cases ?? []), ...cause.cases]),
      blocks: (known?.blocks ?? 0) + cause.blocks,
      places: (known?.places ?? 0) + 1,
    });
  }
  return entries;
}

function lines(entry: Entry, paint: Palette): readonly Line[] {
  const { level = UNJUDGED, requirement, example } = entry.cause;
  const mark = level === "MUST" || level === UNJUDGED ? paint.bad : paint.warn;
  const whole = problemWords(entry.cause);
  const about = [requirement ?? "could not be judged", countWords(entry), example].join("  ");
  return [
    line`  ${mark(level.padEnd(6))} ${whole.length <= WIDTH ? whole : shortened(entry.cause.message, WIDTH)}`,
    line`         ${paint.dim(about)}`,
  ];
}

/** `3 cases, 2 places, blocks 12` */
function countWords({ cases, places, blocks }: Entry): string {
  return [
    cases.size === 1 ? "1 case" : `${cases.size} cases`,
    ...(places === 1 ? [] : [`${places} places`]),
    ...(blocks === 0 ? [] : [`blocks ${blocks}`]),
  ].join(", ");
}

/** `3 more: 1 MUST, 2 SHOULD` */
function restWords(entries: readonly Entry[]): string {
  const levels = entries.map(({ cause: { level = UNJUDGED } }) => level);
  const counts = [...new Set(levels)].map((level) => `${levels.filter((each) => each === level).length} ${level}`);
  return `${entries.length} more: ${counts.join(", ")}`;
}

/** Leaves out the middle, because messages begin with the call and end with what is wrong. */
function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = Math.floor(limit / 2);
  return `${text.slice(0, limit - end - 1)}…${text.slice(-end)}`;
}
