import { authoringCheck } from "../../base/authoring-schemas.js";
import { NexusError } from "../../base/errors.js";
import type { SchemaIssue } from "../../base/json-schema.js";
import { type LocatedDocument, parseYaml } from "../../base/located-document.js";
import { listMember, textMember } from "../../base/members.js";
import { type ParsedMacros, parseMacros } from "../macros/macros.js";
import { AUTHORED_FOLDERS, type ContentFiles } from "./content-files.js";
import { packageTopics, parseTopicsPage, TOPICS_PAGE, type TopicsPage } from "./harness-topics.js";
import { type NeutralTerms, neutralTermsOf, packageNeutralTerms } from "./neutral-terms.js";
import { NEUTRAL_TERMS_FILE, RESPONSIBILITIES_FILE, VOCABULARY, type VocabularyKey } from "./vocabulary.js";

/** A YAML file that parsed, with what its schema says about it. */
export interface ParsedFile {
  readonly document: LocatedDocument;
  readonly issues: readonly SchemaIssue[];
}

export type DefinitionKind = "agent" | "skill";

/** One folder below agents/ or skills/. What is missing or broken is undefined, and a rule says so. */
export interface Definition {
  readonly kind: DefinitionKind;
  readonly folder: string;
  readonly meta: ParsedFile | undefined;
  readonly body: Body | undefined;
}

export interface Body {
  readonly file: string;
  readonly text: string;
  readonly macros: ParsedMacros;
}

/** An entry of a vocabulary list that has an id. */
export interface VocabularyEntryAt {
  readonly id: string;
  readonly value: unknown;
  readonly document: LocatedDocument;
  readonly pointer: string;
}

/** A file that is not YAML at all. */
export interface SyntaxProblem {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly reason: string;
}

/** The authored content as far as it could be read: one broken file leaves a gap, never silence about the rest. */
export interface Content {
  readonly files: ContentFiles;
  /** By folder name; undefined when there is no such folder at all, so that nothing can be said about references to it. */
  readonly agents: readonly Definition[] | undefined;
  readonly skills: readonly Definition[] | undefined;
  readonly vocabulary: ReadonlyMap<VocabularyKey, ParsedFile>;
  /** The tables of decisions and hand-offs; undefined when this folder brings none. */
  readonly responsibilities: ParsedFile | undefined;
  /** The list of names of this folder; undefined when it brings none. */
  readonly neutralTermsFile: ParsedFile | undefined;
  /** The names that hold here: those of the folder, else those of this package. */
  readonly neutralTerms: readonly NeutralTerms[];
  readonly syntax: readonly SyntaxProblem[];
  /** The page of this folder; undefined when it brings none. */
  readonly topicsPage: TopicsPage | undefined;
  /** The closed list of topics that holds here; undefined when the page of this folder cannot be read. */
  readonly topics: readonly string[] | undefined;
}

/** Parses what can be parsed. Never throws on content, whatever it holds. */
export function parseContent(files: ContentFiles): Content {
  const syntax: SyntaxProblem[] = [];
  const attempt = <Result>(file: string, parse: (text: string) => Result): Result | undefined => {
    const text = files.texts.get(file);
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (thrown) {
      syntax.push(syntaxProblem(file, NexusError.from(thrown)));
      return undefined;
    }
  };
  const parseFile = (file: string, schema: string) =>
    attempt(file, (text): ParsedFile => {
      const document = parseYaml(text, file);
      return { document, issues: authoringCheck(schema)(document.value) };
    });
  const definitions = (kind: DefinitionKind): readonly Definition[] | undefined => {
    const root = `${kind}s`;
    if (!hasFolder(files, root)) return undefined;
    return foldersBelow(files, root).map((folder) => ({
      kind,
      folder,
      meta: parseFile(`${root}/${folder}/meta.yml`, `${kind}.schema.json`),
      body: attempt(`${root}/${folder}/body.md`, (text) => ({
        file: `${root}/${folder}/body.md`,
        text,
        macros: parseMacros(text),
      })),
    }));
  };
  const neutralTermsFile = parseFile(NEUTRAL_TERMS_FILE, "neutral-terms.schema.json");
  const topicsPage = attempt(TOPICS_PAGE, parseTopicsPage);
  return {
    files,
    agents: definitions("agent"),
    skills: definitions("skill"),
    vocabulary: new Map(
      VOCABULARY.flatMap(({ key, file, schema }) => {
        const parsed = parseFile(file, schema);
        return parsed === undefined ? [] : [[key, parsed] as const];
      }),
    ),
    responsibilities: parseFile(RESPONSIBILITIES_FILE, "responsibilities.schema.json"),
    neutralTermsFile,
    neutralTerms:
      neutralTermsFile === undefined ? packageNeutralTerms() : neutralTermsOf(neutralTermsFile.document.value),
    syntax,
    topicsPage,
    topics: topicsPage?.topics.map(({ id }) => id) ?? (files.texts.has(TOPICS_PAGE) ? undefined : packageTopics()),
  };
}

function syntaxProblem(file: string, error: NexusError): SyntaxProblem {
  const [, line, column] = /:(\d+):(\d+)$/.exec(error.where ?? "") ?? [];
  const number = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));
  return { file, line: number(line), column: number(column), reason: error.message };
}

/** Whether any file lies below one of the folders agents/, skills/ and vocabulary/. */
function hasFolder(files: ContentFiles, folder: string): boolean {
  return [...files.texts.keys(), ...files.unreadable.keys()].some((path) => path.startsWith(`${folder}/`));
}

/** Whether there is anything to check at all. */
export function hasContent(files: ContentFiles): boolean {
  return AUTHORED_FOLDERS.some((folder) => hasFolder(files, folder));
}

/** The folders directly below agents/ or skills/. */
function foldersBelow(files: ContentFiles, root: string): readonly string[] {
  const paths = [...files.texts.keys(), ...files.unreadable.keys()];
  return [
    ...new Set(
      paths
        .map((path) => path.split("/"))
        .flatMap(([top, folder, file]) => (top === root && folder !== undefined && file !== undefined ? [folder] : [])),
    ),
  ];
}

/** All agents and skills. */
export function definitionsOf(content: Content): readonly Definition[] {
  return [...(content.agents ?? []), ...(content.skills ?? [])];
}

/** The id of an agent or skill: what its meta.yml says, else the name of its folder. */
export function idOf(definition: Definition): string {
  return textMember(definition.meta?.document.value, "id") ?? definition.folder;
}

/** The entries of a vocabulary list; undefined when its file is missing or not YAML, so that nothing can be said about references. */
export function entriesOf(content: Content, key: VocabularyKey): readonly VocabularyEntryAt[] | undefined {
  const document = content.vocabulary.get(key)?.document;
  if (document === undefined) return undefined;
  return listMember(document.value, key).flatMap(({ index, item }) => {
    const id = textMember(item, "id");
    return id === undefined ? [] : [{ id, value: item, document, pointer: `/${key}/${index}` }];
  });
}

/** The ids of a vocabulary list, or of all agents or skills; undefined when nothing is known about them. */
export function knownIds(content: Content, key: VocabularyKey | "agents" | "skills"): readonly string[] | undefined {
  return key === "agents" || key === "skills" ? content[key]?.map(idOf) : entriesOf(content, key)?.map(({ id }) => id);
}
