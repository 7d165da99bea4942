/** A case in the HTML report: a line that expands to the details. */

import { visibleJson } from "../../../base/visible-text.js";
import type { CaseRecord, FailureRecord, Report } from "../../run/report.js";
import { type FileDiff, type FileTexts, fileDiff } from "../file-diff.js";
import { anchor, type Html, html, join, raw } from "../html-template.js";
import type { DiffLine } from "../line-diff.js";
import {
  comparedValues,
  groupOf,
  isFinding,
  nameOf,
  problemOf,
  STATUSES,
  type Status,
  violatedBy,
} from "../wording.js";

/** Characters of a value. The JSON report has more. */
const VALUE_LIMIT = 20_000;

const TONES: Readonly<Record<Status, string>> = {
  passed: "good",
  failed: "bad",
  blocked: "warn",
  errored: "bad",
  unexpectedly_passing: "bad",
  known_failing: "warn",
  skipped: "none",
  not_taken: "none",
};

export function caseEntry(record: CaseRecord, { requirements }: Report): Html {
  const { id, status, description = "", verifies = [], failures } = record;
  const named = [...verifies, ...failures.flatMap(({ requirement }) => requirement ?? [])];
  const levels = new Set(named.flatMap((each) => requirements.find((known) => known.id === each)?.level ?? []));
  return html`<details class="case" id="${anchor("case", nameOf(record))}" data-kind="case" data-status="${statusWords(record)}" data-level="${[...levels].join(" ")}">
<summary><span><span class="tag ${TONES[status]}">${STATUSES[status]}</span></span><span class="name">${id}</span><span class="about">${description}</span></summary>
<div class="body">${caseBody(record)}</div>
</details>`;
}

/** The statuses that the filter knows: that of the case, and `finding` if it needs action. */
function statusWords(record: CaseRecord): string {
  return isFinding(record) ? `${record.status} finding` : record.status;
}

function caseBody(record: CaseRecord): Html {
  const {
    known,
    file,
    verifies = [],
    failures,
    reason,
    notes = [],
    changes,
    trace,
    workspace,
    repro,
    duration_ms,
  } = record;
  return join([
    ...(reason === undefined ? [] : [html`<p>${reason}</p>`]),
    ...(known === undefined
      ? []
      : [html`<p>The baseline says: ${known.reason} <code class="dim">${known.place}</code></p>`]),
    ...(record.status === "unexpectedly_passing"
      ? [html`<p>The baseline lists it as failing, but it passes.</p>`]
      : []),
    ...failures.map((failure) => failureEntry(failure, record)),
    ...(changes === undefined || trace !== undefined ? [] : [changesEntry(changes)]),
    ...(trace === undefined ? [] : [traceEntry(trace)]),
    ...notes.map((note) => html`<p class="dim">Noted: ${note}</p>`),
    ...(verifies.length === 0
      ? []
      : [html`<h3>Verifies</h3><ul class="refs">${join(verifies.map(requirementLink))}</ul>`]),
    html`<h3>Run alone</h3><div class="copy"><pre>${repro}</pre><button type="button">Copy</button></div>`,
    html`<p class="dim"><code>${file}</code>, ${groupOf(record)}, ${duration_ms} ms</p>`,
    ...(workspace === undefined ? [] : [html`<p class="dim">Kept in <code>${workspace}</code></p>`]),
  ]);
}

function requirementLink(id: string): Html {
  return html`<li><a href="#${anchor("requirement", id)}"><code>${id}</code></a></li>`;
}

function failureEntry(failure: FailureRecord, record: CaseRecord): Html {
  const values = comparedValues(failure).map(([label, value]) =>
    labelled(label === "expected" ? "Expected" : "Actual", value),
  );
  const violated = violatedBy(failure, record);
  return html`<div class="failure"><p>${problemOf(failure, record)} <code class="dim">${failure.code}</code></p>
${violated === undefined ? raw("") : html`<p class="dim">Violates ${violated}</p>`}
${values.length === 0 ? raw("") : html`<div class="values">${join(values)}</div>`}</div>`;
}

function changesEntry(changes: readonly FileTexts[]): Html {
  if (changes.length === 0) return html`<p class="dim">The step changed no file that the contract judges.</p>`;
  return html`<h3>File changes of the step</h3>${join(changes.map(fileDiff).map(diffEntry))}`;
}

function traceEntry(trace: NonNullable<CaseRecord["trace"]>): Html {
  const steps = trace.map(({ step, kind, calls, changes }) => {
    const made = calls.map(({ call, as, params, refusal, ...rest }) => {
      const answered = "answer" in rest ? [labelled("Answered", rest.answer)] : [];
      const refused = refusal === undefined ? [] : [labelled("Refused", refusal)];
      return html`<div class="values">${join([labelled(`${call} was called${as === undefined ? "" : ` by ${as}`}`, params), ...answered, ...refused])}</div>`;
    });
    return html`<h3>Step ${step + 1}: ${kind}</h3>
${join(made)}
${join(changes.map(fileDiff).map(diffEntry))}`;
  });
  return html`<section aria-label="Trace">${join(steps)}</section>`;
}

function labelled(label: string, value: unknown): Html {
  return html`<div><p class="dim">${label}</p><pre>${formattedJson(value)}</pre></div>`;
}

function diffEntry({ file, change, lines }: FileDiff): Html {
  // Joined without line breaks, because <pre> would show them.
  return html`<p><code>${file}</code> <span class="dim">${change}</span></p><pre class="diff">${join(lines.map(diffLine), "")}</pre>`;
}

const SIGNS: Readonly<Record<DiffLine["kind"], string>> = { same: "  ", removed: "- ", added: "+ ", skipped: "  …" };

function diffLine({ kind, text }: DiffLine): Html {
  return html`<span class="${kind}">${SIGNS[kind]}${text}</span>`;
}

/** Formatted JSON. It can be split into lines, because JSON has no line breaks within a value. */
function formattedJson(value: unknown): Html {
  const text = value === undefined ? "nothing" : visibleJson(value, 2);
  const shown = text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT)}… (${text.length} characters)` : text;
  return join(shown.split("\n"));
}
