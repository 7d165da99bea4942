/** Every reporter escapes all text of a report. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fromMarkdown } from "mdast-util-from-markdown";
import { Parser } from "tap-parser";
import { describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { packageRoot } from "../../base/package-root.js";
import type { Report } from "../run/report.js";
import { fullReport } from "../testing/full-report.js";
import { badgeReporter } from "./badge.js";
import { dotReporter } from "./dot.js";
import { githubReporter } from "./github.js";
import { htmlReporter } from "./html/html.js";
import { jsonReporter } from "./json.js";
import { jsonlReporter } from "./jsonl.js";
import { junitReporter } from "./junit.js";
import { markdownReporter } from "./markdown.js";
import { prettyReporter } from "./pretty.js";
import type { ReporterFactory } from "./reporter.js";
import { tapReporter } from "./tap.js";

const REPORTERS = {
  badge: badgeReporter,
  dot: dotReporter,
  github: githubReporter,
  html: htmlReporter,
  json: jsonReporter,
  jsonl: jsonlReporter,
  junit: junitReporter,
  markdown: markdownReporter,
  pretty: prettyReporter,
  tap: tapReporter,
} as const satisfies Readonly<Record<string, ReporterFactory>>;

const PAYLOADS: Readonly<Record<string, string>> = {
  "codes for a terminal": "\u001b[2J\u001b]0;x\u0007\u009b1m\b\r\u007f",
  "marks that turn the direction": "\u202e\u2066\u2069\u200e\u200f\u061c",
  "what takes no room": "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u3164\ufe0f",
  "tags and selectors": "\u{e0001}\u{e0041}\u{e007f}\u{e01ef}",
  "other line ends, and what is no character": "\u0085\u2028\u2029\udfff\ud800\uffff\u0000",
  "commands of CI systems": "::error::x ##[group]x ##vso[task.complete]x ##teamcity[x]",
  "commands behind blanks": "\u00a0\t ::add-mask::x",
  "commands in lines of their own": "\n::stop-commands::x\r\n::set-output name=a::b\n##[error]x\n",
  "parts of an annotation": "a,endLine=9::x%0A::error::x%3A%2C",
  "points of TAP": "\nok 1 - x\nnot ok 2\nBail out!\n1..0\n  ---\n  ...\n# Subtest: x",
  "the words of TAP": "# SKIP x \\# TODO x \\",
  "an open brace": "x {",
  "the end of XML": "]]>--></system-out><failure/>&#x1b;&amp;",
  HTML: "<img src=x onerror=x>' onload='x\" onload=\"x</script></summary></details>",
  "blocks of Markdown": "\n\n# Title\n\n- item\n\n| a |\n|---|\n\n```\n</details>\n\n<b>x</b>\n\n[a]: b",
  "spans of Markdown": "![a](b) [c](d) **e** _f_ <http://g> `h` ``i`` \\` &lt; ~~j~~ [k] [^l]",
  "what a code host links": "@user @org/team #123 a/b#1 www.a.example http://b.example c@d.example",
  "a fence": "```",
  "the mark of a span": "`",
  "the name of a subtest": "Subtest: x",
  "no characters": "",
};

const JUNIT = {
  fileName: "junit.xsd",
  contents: readFileSync(join(packageRoot, "test/docs/schemas/junit.xsd"), "utf8"),
};

/** Invisible characters, except our own line breaks and the variation selector in an emoji of ours. */
const UNSEEN =
  /(?!\n|(?<=⚠)\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;

/** A word in all texts of the report, to find where they are printed. */
const MARKER = "SUPPLIED";

function hostileReport(payload: string, isAlone: boolean): Report {
  let count = 0;
  return fullReport((field) => {
    count += 1;
    const text = isAlone ? payload : `${payload} ${MARKER} ${count} ${payload}`;
    // The middle of a name is the group of the case, and a new group has its own line.
    if (field === "name") return text.replaceAll("/", "");
    // A file may have several lines. They are shown as lines, even if the step did not change them.
    if (field === "before" || field === "after") return `${field}\n${text.replaceAll(/[\r\n]/g, "")}\nend`;
    return text;
  });
}

/** Reports with and without baseline and trace, because each shows different texts. */
function variants(payload: string): readonly Report[] {
  const report = hostileReport(payload, false);
  const cases = report.cases.map(({ trace: _, ...record }) => record);
  return [
    hostileReport(payload, true),
    report,
    { ...report, cases },
    { ...report, verdict: "adapter-error" },
    { ...report, baseline: { ...report.baseline!, holds: false } },
  ];
}

function printed(create: ReporterFactory, report: Report, color = false): string {
  const parts: string[] = [];
  create({ write: (text) => parts.push(text), color }).replay(report);
  return parts.join("");
}

const HARMLESS = variants("x");

/** What each reporter prints of the harmless reports. */
const PLAIN = new Map<ReporterFactory, ReadonlyMap<Report, string>>(
  Object.values(REPORTERS).map((create) => [
    create,
    new Map(HARMLESS.map((report) => [report, printed(create, report)])),
  ]),
);

function printedPlain(create: ReporterFactory, harmless: Report): string {
  return PLAIN.get(create)?.get(harmless) ?? "";
}

describe.each(Object.entries(PAYLOADS))("%s", (_, payload) => {
  const pairs = variants(payload).map((report, index) => [report, HARMLESS[index]!] as const);

  test.each(Object.entries(REPORTERS))("stay text in %s", (name, create) => {
    for (const [report, harmless] of pairs) {
      const text = printed(create, report);
      expect(text).not.toMatch(UNSEEN);
      expect(text).not.toMatch(/##\w*\[/u);
      const lines = text.split("\n");
      if (name !== "github") expect(lines.filter((line) => /^\s*::/u.test(line))).toEqual([]);
      expect(lines.length).toBe(printedPlain(create, harmless).split("\n").length);
    }
  });

  test("stay text in colours", () => {
    for (const create of [prettyReporter, dotReporter]) {
      const [report] = pairs[1]!;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a colour is
      expect(printed(create, report, true).replaceAll(/\u001b\[\d+m/g, "")).toBe(printed(create, report));
    }
  });

  test("stay text in annotations", () => {
    for (const [report, harmless] of pairs) {
      expect(commandsOf(printed(githubReporter, report))).toEqual(commandsOf(printedPlain(githubReporter, harmless)));
    }
  });

  test("are shown", () => {
    for (const [name, create] of Object.entries(REPORTERS)) {
      if (name !== "badge") expect(printed(create, hostileReport(payload, false))).toContain(MARKER);
    }
  });

  test("stay text on a badge", () => {
    for (const [report] of pairs) {
      const { label, message } = JSON.parse(printed(badgeReporter, report)) as Record<string, string>;
      expect(`${label} ${message}`).not.toMatch(UNSEEN);
    }
  });

  test("stay text for a reader of TAP", () => {
    for (const [report, harmless] of pairs) expect(pointsOf(report)).toEqual(pointsOf(harmless));
  });

  test("stay text for a reader of Markdown", () => {
    for (const [report, harmless] of pairs) {
      const tree = fromMarkdown(printed(markdownReporter, report));
      expect(formOf(tree)).toEqual(formOf(fromMarkdown(printedPlain(markdownReporter, harmless))));
      expect(nodesOf(tree).flatMap(({ type, value = "" }) => (type === "text" ? value : []))).not.toContain(MARKER);
      const markup = nodesOf(tree).flatMap(({ type, value = "" }) => (type === "html" ? value : []));
      for (const html of markup) expect(html.replaceAll(/<code>[^<>]*<\/code>/g, "")).not.toContain(MARKER);
    }
  });

  test("stay text for a reader of HTML", () => {
    for (const [report, harmless] of pairs) {
      expect(tagsOf(printed(htmlReporter, report))).toEqual(tagsOf(printedPlain(htmlReporter, harmless)));
    }
  });

  test("stay text for a reader of XML", () => {
    for (const [report, harmless] of pairs.slice(0, 2)) {
      expect(tagsOf(printed(junitReporter, report))).toEqual(tagsOf(printedPlain(junitReporter, harmless)));
    }
  });

  test("stay the same values for a reader of JSON", () => {
    for (const [report] of pairs) {
      expect(JSON.parse(printed(jsonReporter, report))).toEqual(report);
      const lines = printed(jsonlReporter, report).trimEnd().split("\n");
      const events = lines.map((line) => JSON.parse(line) as { case?: object });
      expect(events.flatMap((event) => event.case ?? [])).toEqual(report.cases);
    }
  });
});

test("all of them give XML that is valid against its schema", async () => {
  // Validated together, because starting the validator takes longer than reading.
  const reports = Object.values(PAYLOADS).flatMap((payload) => variants(payload).slice(0, 2));
  const xml = reports.map((report, at) => ({ fileName: `junit-${at}.xml`, contents: printed(junitReporter, report) }));
  const { errors, valid } = await validateXML({ xml, schema: JUNIT });
  expect({ errors, valid }).toEqual({ errors: [], valid: true });
});

test.each([
  ["pretty", prettyReporter],
  ["junit", junitReporter],
  ["github", githubReporter],
  ["markdown", markdownReporter],
  ["html", htmlReporter],
] as const)("a value is shown as JSON that means the same in %s", (_, create) => {
  const report = fullReport(() => "a\u202eb");
  expect(printed(create, report).replaceAll("&quot;", '"')).toContain('"a\\u202eb"');
});

/** Each line as GitHub reads it: the command, the names of its properties, and how many lines its message has. */
function commandsOf(text: string): readonly unknown[] {
  return text.split("\n").map((line) => {
    const [, kind, properties = "", message = ""] = /^::(\w+) (.*?)::(.*)$/u.exec(line) ?? [];
    const names = properties.split(",").map((property) => property.split("=")[0]);
    return { kind, names, lines: message.split("%0A").length, isOdd: /%(?!25|0A)/u.test(message) };
  });
}

/** The structure that a reader sees, without the texts. */
function pointsOf(report: Report): readonly unknown[] {
  const points: unknown[] = [];
  const parser = new Parser({ strict: true });
  parser.on("assert", ({ ok, id, skip, todo, buffered, diag }) => {
    points.push({ ok, id, skip: Boolean(skip), todo: Boolean(todo), buffered, diag: Object.keys(diag ?? {}) });
  });
  parser.on("comment", (text) => points.push({ isSubtest: text.startsWith("# Subtest") }));
  for (const event of ["extra", "bailout", "child", "pragma"] as const) {
    parser.on(event, (found) => points.push({ event, found: String(found) }));
  }
  parser.end(printed(tapReporter, report));
  const errors = parser.results?.failures.filter((failure) => "tapError" in failure && failure.tapError !== null);
  return [...points, ...(errors ?? [])];
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

function nodesOf(node: Node): readonly Node[] {
  return [node, ...(node.children ?? []).flatMap(nodesOf)];
}

function formOf({ type, children = [] }: Node): unknown {
  return [type, ...children.map(formOf)];
}

/** Tags with the names of their attributes, without any text. */
function tagsOf(text: string): readonly string[] {
  return (text.match(/<[^>]*>/g) ?? []).map((tag) => tag.replaceAll(/"[^"]*"/g, '""'));
}
