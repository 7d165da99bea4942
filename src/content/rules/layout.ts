import { didYouMean } from "../../base/nearest.js";
import { definitionsOf } from "../read/content.js";
import { type ContentFiles, isAuthored } from "../read/content-files.js";
import { TOPICS_PAGE } from "../read/harness-topics.js";
import { NEUTRAL_TERMS_FILE, RESPONSIBILITIES_FILE, VOCABULARY } from "../read/vocabulary.js";
import { agentBody } from "./example-bodies.js";
import { type Breach, breachAt, type Rule } from "./rule.js";

const VOCABULARY_FILES = [...VOCABULARY.map(({ file }) => file), RESPONSIBILITIES_FILE, NEUTRAL_TERMS_FILE];

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|pl|php|lua|sh|bash|zsh|fish|ps1|bat|cmd|exe|wasm|go|rs|java|jar|class|so|dll)$/i;

export const layoutRules: readonly Rule[] = [
  {
    id: "layout/unreadable",
    level: "error",
    title: "Every file that ships is plain UTF-8 text.",
    reason:
      "Other files can neither be checked nor hashed the same way everywhere; a link can change its target unseen.",
    remedy: "Replace it with a regular text file, or move it out of the folders that ship.",
    bad: { "docs/logo.md": { unreadable: "is binary" } },
    good: { "docs/logo.md": "# Logo\n" },
    check: ({ files }) => [...files.unreadable].map(([file, reason]) => ({ file, message: `this ${reason}` })),
  },
  {
    id: "layout/missing-meta",
    level: "error",
    title: "Every folder below agents/ and skills/ holds a meta.yml.",
    reason: "Without it the body has no id, and no harness loads it.",
    remedy: "Add meta.yml, or remove the folder.",
    bad: { "agents/second/body.md": agentBody() },
    good: {
      "agents/second/body.md": agentBody(),
      "agents/second/meta.yml":
        "id: second\nname: second\ndescription: Helps too, when two are needed.\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: []\n",
    },
    check: ({ files, ...content }) => missing(files, definitionsOf({ files, ...content }), "meta.yml", "body.md"),
  },
  {
    id: "layout/missing-body",
    level: "error",
    title: "Every folder below agents/ and skills/ holds a body.md.",
    reason: "An agent or skill without instructions is an empty promise.",
    remedy: "Add body.md, or remove the folder.",
    bad: { "agents/helper/body.md": null },
    good: { "agents/helper/body.md": agentBody() },
    check: ({ files, ...content }) => missing(files, definitionsOf({ files, ...content }), "body.md", "meta.yml"),
  },
  {
    id: "layout/empty-body",
    level: "error",
    title: "A body says something.",
    reason: "An agent or skill without instructions is an empty promise.",
    remedy: "Write the body.",
    bad: { "agents/helper/body.md": "\n" },
    good: { "agents/helper/body.md": agentBody() },
    check: (content) =>
      definitionsOf(content).flatMap(({ body }) =>
        body !== undefined && body.text.trim() === ""
          ? [{ file: body.file, line: 1, message: "the body is empty" }]
          : [],
      ),
  },
  {
    id: "layout/front-matter",
    level: "error",
    title: "A body has no front matter.",
    reason:
      "Facts about an agent or skill belong in meta.yml alone; each harness writes the front matter that it needs.",
    remedy: "Move what it says to meta.yml.",
    bad: { "agents/helper/body.md": `---\nname: helper\n---\n${agentBody()}` },
    good: { "agents/helper/body.md": agentBody("---\n\nAnd you stop.") },
    check: (content) =>
      definitionsOf(content).flatMap(({ body }) =>
        body !== undefined && /^\uFEFF?---[^\S\n]*\n/.test(body.text)
          ? [{ file: body.file, line: 1, message: "the body begins with front matter" }]
          : [],
      ),
  },
  {
    id: "layout/runtime-code",
    level: "error",
    title: "There are no programs in agents/, skills/ or vocabulary/.",
    reason:
      "The content describes and never executes; a program would run in one harness and be useless in the others.",
    remedy: "Describe the act in the body, or ask for it by a macro.",
    bad: { "skills/greet/greet.sh": "echo hello\n" },
    good: {},
    check: ({ files }) =>
      authoredPaths(files)
        .filter((file) => CODE.test(file))
        .map((file) => ({ file, message: "a program among the content" })),
  },
  {
    id: "layout/stray-file",
    level: "error",
    title: "agents/ and skills/ hold folders of meta.yml and body.md, and vocabulary/ its nine files; nothing else.",
    reason: "Harnesses read exactly these names; any other file ships to all users and is never read.",
    remedy: "Rename or move it.",
    bad: { "vocabulary/task-exeptions.yml": "task_exceptions: []\n" },
    good: { "vocabulary/task-exceptions.yml": "task_exceptions: []\n" },
    check: ({ files }) =>
      authoredPaths(files)
        .filter((file) => !isExpected(file) && !CODE.test(file))
        .map((file) => ({ file, message: "nothing of this name belongs here", hint: expectedName(file) })),
  },
  {
    id: "layout/topics-page",
    level: "error",
    title: `The front matter of ${TOPICS_PAGE} lists the topics under topics, by id.`,
    reason: "It is the closed list that harness_docs_refs is checked against and that harness authors fill.",
    remedy: "Write topics: as a list of ids, or of objects with id and description.",
    bad: { [TOPICS_PAGE]: "---\ntopics: [instruction_file, {name: status_display}]\n---\n\n# Topics\n" },
    good: { [TOPICS_PAGE]: "---\ntopics: [{id: instruction_file}]\n---\n\n# Topics\n" },
    check: ({ topicsPage }) => {
      if (topicsPage === undefined) return [];
      const { document, topics } = topicsPage;
      const list: unknown = (document.value as { readonly topics?: unknown } | null)?.topics;
      if (!Array.isArray(list)) return [breachAt(document, "", "the front matter has no list of topics")];
      return list.flatMap((_, index) =>
        topics.some(({ pointer }) => pointer === `/topics/${index}`)
          ? []
          : [breachAt(document, `/topics/${index}`, "this topic has no id")],
      );
    },
  },
];

function authoredPaths({ texts, unreadable }: ContentFiles): readonly string[] {
  return [...texts.keys(), ...unreadable.keys()].filter(isAuthored);
}

/** Folders that have only one of the two files. An unreadable file is not missing. */
function missing(
  { texts, unreadable }: ContentFiles,
  definitions: ReturnType<typeof definitionsOf>,
  wanted: string,
  other: string,
): readonly Breach[] {
  const isThere = (path: string) => texts.has(path) || unreadable.has(path);
  return definitions
    .map(({ kind, folder }) => `${kind}s/${folder}`)
    .filter((folder) => isThere(`${folder}/${other}`) && !isThere(`${folder}/${wanted}`))
    .map((folder) => ({ file: `${folder}/${wanted}`, message: `this file is missing beside ${other}` }));
}

function isExpected(path: string): boolean {
  return /^(?:agents|skills)\/[^/]+\/(?:meta\.yml|body\.md)$/.test(path) || VOCABULARY_FILES.includes(path);
}

function expectedName(path: string): string {
  return path.startsWith("vocabulary/")
    ? didYouMean(path, VOCABULARY_FILES)
    : didYouMean(path.split("/").at(-1) ?? "", ["meta.yml", "body.md"]);
}
