import { placeOf } from "../../json-schema.js";
import { agentBody, skillBody } from "../bodies/example-bodies.js";
import { type Content, definitionsOf, type ParsedFile } from "../content.js";
import { isAuthored } from "../content-files.js";
import { neutralHits, type TermKind } from "../neutral-terms.js";
import { PREFIXED_OPERATION } from "../operation-names.js";
import { type Breach, breachAt, type Rule } from "../rule.js";
import { positionsIn } from "../text-position.js";
import { UI_HINT_KEYS } from "../ui-hints.js";

const AGENT =
  "id: helper\nname: helper\ndescription: Helps with one task, when one is open.\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: []\n";
const remedy = "Content serves every harness alike: name the act, not the means.";

export const neutralityRules: readonly Rule[] = [
  termRule("tool-name", {
    title: "No tool of a harness is named.",
    reason: "The next harness calls it otherwise, or has none.",
    bad: "Search with Grep.",
    good: "Search the files.",
  }),
  termRule("call-form", {
    title: "No tool is called in the form of a harness.",
    reason: "In any other harness it is a sentence that looks like a program.",
    bad: 'Start Agent({ role: "helper" }).',
    good: "Start an agent (the helper).",
  }),
  termRule("namespace", {
    title: "No command of a harness's namespace is named.",
    reason: "The user of another harness types something else.",
    bad: "Start with /some-nexus:greet.",
    good: "Start with greet, and/or [greet].",
  }),
  termRule("product", {
    title: "No harness, editor, vendor, tracker, database or other product is named.",
    reason:
      "The sentence would be wrong, or an advertisement, in every other place. Names that are plain English too count with a capital in mid-sentence, and as commands in code.",
    bad: "Works best in Codex.",
    good: "Works in every harness.",
  }),
  termRule("instruction-file", {
    title: "No file or folder of a harness is named.",
    reason: "Each harness keeps its instructions elsewhere.",
    bad: "Write it into AGENTS.md.",
    good: "Write it into the instruction file.",
  }),
  termRule("toolchain", {
    title: "No toolchain, shell command, version control system, language, build file or code host is named.",
    reason:
      "Projects in other languages would be given commands that they do not have. Formats such as JSON and Markdown are no toolchain, and operating systems are none either.",
    bad: "Run `bun test`, then open a pull request on GitHub.",
    good: "Run the project's test command, then propose the change.",
  }),
  termRule("model", {
    title: "No concrete model is named.",
    reason: "Models change monthly and differ by vendor; model_tier says what is needed.",
    bad: "Ask sonnet.",
    good: "Ask a second agent.",
  }),
  termRule("other-layer", {
    title: "Nothing of the layer that supervises harnesses is named.",
    reason: "Content describes roles and procedures; who approves and restarts processes is decided elsewhere.",
    bad: "Report to the ProcessSupervisor.",
    good: "Report to Lead.",
  }),
  {
    id: "neutrality/operation-prefix",
    guide: "L02",
    level: "error",
    title: "Operations stand by their abstract names, without a prefix.",
    reason: "Each harness registers them under a name of its own and puts that in.",
    remedy: "Leave the prefix out: plan_start.",
    bad: { "skills/greet/body.md": skillBody("Call nx_plan_start.") },
    good: { "skills/greet/body.md": skillBody("Call `plan_start`.") },
    check: (content) =>
      scannedTexts(content).flatMap(({ file, text }) =>
        neutralHits(text, [{ kind: "operation-prefix", pattern: PREFIXED_OPERATION, reason: "", instead: "" }])
          // The handler of a tag has a rule of its own.
          .filter(
            ({ offset }) =>
              !/^\s*(?:-\s*)?(?:\{.*)?\bhandler:\s*["']?$/.test(text.slice(text.lastIndexOf("\n", offset) + 1, offset)),
          )
          .map(({ word, offset }) => ({
            file,
            line: positionsIn(text)(offset).line,
            message: `"${word}" carries the prefix of a harness`,
          })),
      ),
  },
  {
    id: "neutrality/tool-word",
    guide: "L01",
    level: "error",
    title: "The words read, write, edit, patch, task and monitor do not stand for tools in meta.yml and vocabulary.",
    reason: "They are plain words in a sentence; alone or in back-ticks they are the tools of one harness.",
    remedy: "Say what is done, or name the semantic class.",
    bad: { "agents/helper/meta.yml": AGENT.replace("Helps with one task", "Helps by `Write` alone.") },
    good: {
      "agents/helper/meta.yml": AGENT.replace(
        "Helps with one task.",
        "Write access, task by task; read, write, edit and patch as asked.",
      ),
    },
    check: (content) => parsedFiles(content).flatMap(toolWords),
  },
  {
    id: "neutrality/ui-hint",
    level: "error",
    title: "Nothing says how an entry looks.",
    reason: "Colours, icons and order belong to the surface of each harness.",
    remedy: "Remove the key.",
    bad: { "agents/helper/meta.yml": `${AGENT}icon: star\n` },
    good: { "agents/helper/meta.yml": AGENT },
    check: (content) =>
      parsedFiles(content).flatMap(({ document, issues }) =>
        issues
          .filter(({ unknownProperty }) => unknownProperty !== undefined && UI_HINT_KEYS.has(unknownProperty))
          .map((issue) => breachAt(document, placeOf(issue), `"${issue.unknownProperty}" says how something looks`)),
      ),
  },
];

function termRule(
  kind: TermKind,
  {
    bad,
    good,
    ...text
  }: { readonly title: string; readonly reason: string; readonly bad: string; readonly good: string },
): Rule {
  return {
    id: `neutrality/${kind}`,
    guide: "L01",
    level: "error",
    ...text,
    remedy,
    bad: inBody(bad),
    good: inBody(good),
    check: (content) => termBreaches(content).get(kind) ?? [],
  };
}

/** One pass over the texts serves all the rules about words. */
const termBreachesOf = new WeakMap<Content, ReadonlyMap<TermKind, readonly Breach[]>>();

function termBreaches(content: Content): ReadonlyMap<TermKind, readonly Breach[]> {
  let found = termBreachesOf.get(content);
  if (found === undefined) {
    const breaches = new Map<TermKind, Breach[]>();
    for (const { file, text } of scannedTexts(content)) {
      const positionOf = positionsIn(text);
      for (const { word, offset, term } of neutralHits(text)) {
        const message = `"${word.replaceAll("`", "")}" ${term.reason}`;
        const ofKind = breaches.get(term.kind) ?? [];
        ofKind.push({ file, line: positionOf(offset).line, message, hint: term.instead });
        breaches.set(term.kind, ofKind);
      }
    }
    found = breaches;
    termBreachesOf.set(content, found);
  }
  return found;
}

function inBody(sentence: string): Readonly<Record<string, string>> {
  return { "agents/helper/body.md": agentBody(sentence) };
}

/** Bodies whole, code fences and heredocs too: an agent reads every word of them. Comments in YAML ship as well. */
function scannedTexts({ files }: Content): readonly { readonly file: string; readonly text: string }[] {
  return [...files.texts]
    .filter(([file]) => isAuthored(file) && /\.(?:yml|md)$/.test(file))
    .map(([file, text]) => ({ file, text }));
}

function parsedFiles(content: Content): readonly ParsedFile[] {
  return [...definitionsOf(content).flatMap(({ meta }) => meta ?? []), ...content.vocabulary.values()];
}

/** A value that is nothing but the word, and the word in back-ticks. */
function toolWords({ document }: ParsedFile): readonly Breach[] {
  const found: Breach[] = [];
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value))
        visit(inner, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    } else if (typeof value === "string") {
      const hits =
        value.match(/^(?:read|write|edit|patch|task|monitor)$|`(?:read|write|edit|patch|task|monitor)`/gi) ?? [];
      for (const word of new Set(hits))
        found.push(breachAt(document, pointer, `"${word.replaceAll("`", "")}" stands for a tool of one harness`));
    }
  };
  visit(document.value, "");
  return found;
}
