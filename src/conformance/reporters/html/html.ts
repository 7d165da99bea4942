/** The report as a single HTML page that needs no network, for use as the artifact of a CI job. */

import { createHash } from "node:crypto";
import type { Report } from "../../run/report.js";
import { groupCases } from "../group-cases.js";
import { anchor, type Html, join, html as markup, raw, rendered } from "../html-template.js";
import { type ReporterFactory, reporterOf } from "../reporter.js";
import {
  baselineWords,
  blockedWords,
  COUNT_COLUMNS,
  comparedValues,
  countRows,
  implementationOf,
  isFinding,
  nameOf,
  optionLines,
  printed,
  STATUSES,
  type Status,
  scopeOf,
  symptomWords,
  verdictWords,
} from "../wording.js";
import { caseEntry } from "./html-case.js";
import { SCRIPT } from "./html-script.js";
import { STYLE } from "./html-style.js";

type RequirementRecord = Report["requirements"][number];

const LEVELS = ["MUST", "SHOULD", "MAY", "INFO"] as const;

const REQUIREMENT_TONES: Readonly<Record<RequirementRecord["status"], string>> = {
  conforming: "good",
  violated: "bad",
  not_observed: "warn",
  not_applicable: "none",
  untested: "none",
  taken: "good",
  not_taken: "none",
};

/** Characters of a value among the causes. The case has more. */
const VALUE_LIMIT = 200;

export function html(report: Report): string {
  const title = `${scopeOf(report)}: ${implementationOf(report)}`;
  const findings = report.cases.filter(isFinding);
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="jump" href="#cases">Skip to the cases</a>
<main>
${head(report)}
${counts(report)}
${causeSection(report)}
${filters(report)}
${findings.length === 0 ? raw("") : markup`<section data-group><h2 id="findings">What did not pass</h2>${join(findings.map((record) => caseEntry(record, report)))}</section>`}
<div id="cases">${join(otherCases(report))}</div>
<section data-group><h2 id="requirements">Requirements</h2>${requirementTable(report)}</section>
</main>
<script>${raw(SCRIPT)}</script>
</body>
</html>
`;
  return rendered(page);
}

export const htmlReporter: ReporterFactory = reporterOf(html);

/** For the content security policy, which allows only this style and this script: text of an implementation never runs. */
function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function head(report: Report): Html {
  const tones = {
    conforms: "good",
    "conforms-as-judged": "good",
    "does-not-conform": "bad",
    "nothing-judged": "warn",
    "adapter-error": "warn",
  };
  return markup`<h1>${implementationOf(report)}</h1>
<p class="dim">judged by ${scopeOf(report)}${report.kit_version === undefined ? "" : `, nexus-core ${report.kit_version}`}, through <code>${report.adapter}</code></p>
<p class="verdict ${tones[report.verdict]}" role="status">${verdictWords(report)}</p>
${join([...baselineWords(report), ...symptomWords(report)].map((sentence) => markup`<p>${sentence}</p>`))}`;
}

function counts({ summary }: Report): Html {
  const { cases } = summary;
  const tally = (Object.keys(STATUSES) as Status[])
    .filter((status) => (cases[status] ?? 0) > 0)
    .map((status) => `${cases[status]} ${STATUSES[status]}`);
  const rows = countRows(summary).map(
    ([title, cells]) =>
      markup`<tr><th scope="row">${title}</th>${join(cells.map((cell) => markup`<td class="number">${cell}</td>`))}</tr>`,
  );
  return markup`<p>${cases.total} cases: ${tally.join(", ") || "none ran"}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Requirements in numbers"><table><thead><tr><th scope="col">requirements</th>${join(COUNT_COLUMNS.map((column) => markup`<th scope="col" class="number">${column}</th>`))}</tr></thead><tbody>${join(rows)}</tbody></table></div>${join(optionLines({ summary }).map((text) => markup`<p>${text}</p>`))}`;
}

/** The causes of failures, each with its simplest case. */
function causeSection(report: Report): Html {
  if (report.causes.length === 0) return raw("");
  const rows = report.causes.map((cause) => {
    const { level = "not judged", requirement, message, cases, blocks, example } = cause;
    const record = report.cases.find(({ id }) => id === example);
    const values = comparedValues(cause).map(
      ([label, value]) => markup`${label} <code>${printed(value, VALUE_LIMIT)}</code>`,
    );
    const compared = values.length === 0 ? raw("") : markup`<br><span class="dim">${join(values, ", ")}</span>`;
    const links = [
      ...(requirement === undefined
        ? []
        : [markup`<a href="#${anchor("requirement", requirement)}"><code>${requirement}</code></a>`]),
      ...(record === undefined
        ? []
        : [markup`<a href="#${anchor("case", nameOf(record))}"><code>${example}</code></a>`]),
    ];
    const tone = level === "SHOULD" ? "warn" : "bad";
    return markup`<tr><td><span class="tag ${tone}">${level}</span></td><td>${message}${compared}<br>${join(links, ", for example ")}</td><td class="number" data-label="cases">${cases.length}</td><td class="number" data-label="blocked">${blocks}</td></tr>`;
  });
  const columns = ["cases", "blocked"].map((column) => markup`<th scope="col" class="number">${column}</th>`);
  return markup`<section><h2 id="causes">Fix first</h2><table class="requirements"><thead><tr><th scope="col">level</th><th scope="col">what is wrong</th>${join(columns)}</tr></thead><tbody>${join(rows)}</tbody></table></section>`;
}

/** Hidden until the script shows them, because they do nothing without it. */
function filters({ cases, requirements }: Report): Html {
  const seen = new Set<string>([...cases, ...requirements].map(({ status }) => status));
  const options = [...seen].map((status) => markup`<option value="${status}">${status.replaceAll("_", " ")}</option>`);
  const levels = LEVELS.map((level) => markup`<option>${level}</option>`);
  const findings = cases.some(isFinding) ? markup`<option value="finding">did not pass</option>` : raw("");
  return markup`<div class="filters" role="search" hidden>
<input id="search" type="search" placeholder="Search (press /)" aria-label="Search cases and requirements">
<select id="status" aria-label="Status"><option value="">any status</option>${findings}${join(options)}</select>
<select id="level" aria-label="Level"><option value="">any level</option>${join(levels)}</select>
<output id="shown" aria-live="polite"></output>
</div>`;
}

function otherCases(report: Report): readonly Html[] {
  const remaining = report.cases.filter((record) => !isFinding(record));
  return [...groupCases(remaining)].map(
    ([group, cases]) =>
      markup`<section data-group><h2>${group}</h2>${join(cases.map((record) => caseEntry(record, report)))}</section>`,
  );
}

function requirementTable(report: Report): Html {
  const rows = report.requirements.map((requirement) => {
    const { id, level, origin, status, text = "", blocked } = requirement;
    const why = blocked === undefined ? raw("") : markup`<br><span class="dim">${blockedWords(blocked)}</span>`;
    return markup`<tr id="${anchor("requirement", id)}" data-kind="requirement" data-status="${status}" data-level="${level}">
<td><span class="tag ${REQUIREMENT_TONES[status]}">${status.replaceAll("_", " ")}</span></td>
<td>${level}</td>
<td>${origin}</td>
<td><code>${id}</code><br>${text}${why}</td>
<td>${caseLinks(requirement, report)}</td></tr>`;
  });
  const columns = ["status", "level", "origin", "requirement", "cases"];
  return markup`<table class="requirements"><thead><tr>${join(columns.map((column) => markup`<th scope="col">${column}</th>`))}</tr></thead><tbody>${join(rows)}</tbody></table>`;
}

/** Links to the cases of a requirement, findings first. A long list is collapsed. */
function caseLinks({ cases }: RequirementRecord, report: Report): Html {
  const records = report.cases.filter(({ id }) => cases.includes(id));
  const ordered = [...records.filter(isFinding), ...records.filter((record) => !isFinding(record))];
  const items = ordered.map((record) => markup`<li><a href="#${anchor("case", nameOf(record))}">${record.id}</a></li>`);
  if (items.length <= 3) return markup`<ul class="refs">${join(items)}</ul>`;
  return markup`<details><summary>${items.length} cases</summary><ul class="refs">${join(items)}</ul></details>`;
}
