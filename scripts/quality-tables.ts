/** The readings of the bodies as tables of docs/content-quality.md. */

import { hashBody } from "../src/content/hash-text.js";
import { table } from "./markdown-table.js";
import {
  anchorScores,
  bodyOf,
  CRITERIA,
  CRITERIA_OF_ONE,
  mean,
  type Quotes,
  readAnchors,
  readReadings,
  readSetReadings,
  readSideBySide,
  type Scores,
  scoresByReader,
  total,
} from "./quality-readings.js";

export const QUALITY_TABLES: Readonly<Record<string, () => string>> = {
  "quality scores": () => {
    const readers = scoresByReader();
    const bodies = Object.keys(readers[0] ?? {});
    const of = (body: string, ask: (scores: Scores) => number) =>
      readers.map((scores) => ask(scores[body] ?? {})).join(" / ");
    const means = readers.map((scores) => mean(Object.values(scores).map(total)).toFixed(1));
    const mended = mendedBodies();
    return table(
      ["body", ...Object.keys(CRITERIA), "of 45", "since it was read"],
      [
        ...bodies.map((body) => [
          `\`${body}\``,
          ...Object.keys(CRITERIA).map((id) => of(body, (scores) => scores[id] ?? 0)),
          of(body, total),
          mended.has(body) ? "mended" : "",
        ]),
        ["mean", ...Object.keys(CRITERIA).map(() => ""), means.join(" / "), ""],
      ],
    );
  },
  "quality lacks": () =>
    table(
      ["body", "reader", "what is missing"],
      readReadings().flatMap(({ reader, bodies }) =>
        Object.entries(bodies)
          .filter(([, { lacks }]) => lacks.length > 0)
          .map(([body, { by = reader, lacks }]) => [`\`${body}\``, by, lacks.join(" · ")]),
      ),
    ),
  "quality quotations": () =>
    table(
      ["body", "reader", "quotations"],
      readReadings().flatMap(({ reader, bodies }) =>
        Object.entries(bodies).map(([body, { by = reader, quotes, since }]) => [
          `\`${body}\``,
          by,
          shownQuotes({ ...quotes, ...since }),
        ]),
      ),
    ),
  "quality set": () =>
    table(
      ["round", "reader", "R13", "what was counted, and then mended", "quotations"],
      readSetReadings().map(({ round, reader, score, counted, quotes }) => [
        String(round),
        reader,
        String(score),
        counted.length === 0 ? "nothing" : counted.join(" · "),
        (quotes ?? []).join(" · "),
      ]),
    ),
  "quality anchors": () => {
    const anchors = anchorScores();
    const ours = scoresByReader().flatMap((scores) => Object.values(scores));
    const own = (id: string) => mean(ours.map((scores) => scores[id] ?? 0)).toFixed(1);
    return table(
      ["", ...Object.keys(anchors), "ours, mean"],
      [
        ...Object.entries(CRITERIA).map(([id, name]) => [
          `${id} ${name}`,
          ...Object.values(anchors).map((scores) => String(scores[id])),
          own(id),
        ]),
        ["of 45", ...Object.values(anchors).map((scores) => String(total(scores))), mean(ours.map(total)).toFixed(1)],
      ],
    );
  },
  "quality anchor units": () =>
    table(
      ["", "file", "commit", "reader", ...CRITERIA_OF_ONE, "of 42", "quotations"],
      readAnchors()
        .flatMap(({ reader, anchors }) => anchors.map((anchor) => ({ reader, ...anchor })))
        .sort((one, other) => (one.column + one.what).localeCompare(other.column + other.what, "en"))
        .map(({ column, what, commit, reader, scores, quotes }) => [
          column,
          what,
          commit.slice(0, 7),
          reader,
          ...CRITERIA_OF_ONE.map((id) => String(scores[id] ?? "")),
          String(total(scores)),
          shownQuotes(quotes),
        ]),
    ),
  "quality side by side": () =>
    table(
      ["ours", "theirs", "commit", "preferred", "sure, of 5", "points of 39, ours to theirs", "held against ours"],
      readSideBySide().map(({ ours, theirs, commit, readings, against_ours }) => [
        `\`${ours}\``,
        theirs,
        commit.slice(0, 7),
        readings.map(({ preferred }) => preferred).join(", "),
        readings.map(({ sure }) => sure).join(", "),
        readings.map((reading) => `${reading.ours} to ${reading.theirs}`).join(", "),
        against_ours.join(" · "),
      ]),
    ),
  "quality anchor sets": () =>
    table(
      ["", "reader", "R13", "why"],
      Object.keys(anchorScores()).flatMap((letter) =>
        readAnchors().map(({ reader, anchor_sets }) => [
          letter,
          reader,
          String(anchor_sets[letter]?.R13 ?? ""),
          anchor_sets[letter]?.why ?? "",
        ]),
      ),
    ),
};

/** The bodies that read otherwise today than when they were scored. */
function mendedBodies(): ReadonlySet<string> {
  return new Set(
    readReadings().flatMap(({ bodies }) =>
      Object.entries(bodies)
        .filter(([id, { hash }]) => hashBody(bodyOf(id)) !== hash)
        .map(([id]) => id),
    ),
  );
}

function shownQuotes(quotes: Quotes): string {
  return Object.entries(quotes)
    .map(([id, words]) => `${id}: ${words}`)
    .join(" · ");
}
