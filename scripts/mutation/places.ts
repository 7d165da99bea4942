/** Finds places in the source by the names of declarations, so that catalogue entries survive when code moves. */

import { basename } from "node:path";
import ts from "typescript";
import { didYouMean } from "../../src/base/nearest.js";

/** A named function, class, member or value, or a whole file. */
export interface Place {
  /** From the root of the repository. */
  readonly file: string;
  /** The name of the file, then the names of the nested declarations. */
  readonly path: readonly string[];
  readonly node: ts.Node;
  readonly source: ts.SourceFile;
}

/** A word, a sign or a literal in the source, with its position. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export class Places {
  private readonly byName = new Map<string, Place[]>();

  /** @param sources texts by path from the root of the repository */
  constructor(sources: ReadonlyMap<string, string>) {
    for (const [file, text] of sources) {
      for (const place of placesIn(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022), file)) {
        const name = place.path.at(-1) ?? "";
        this.byName.set(name, [...(this.byName.get(name) ?? []), place]);
      }
    }
  }

  /**
   * @param name of a declaration, prefixed with the names around it where the name alone is ambiguous
   * @throws Error when no declaration or more than one has this name
   */
  find(name: string): Place {
    const parts = name.split(".");
    const known = this.byName.get(parts.at(-1) ?? "") ?? [];
    const found = known.filter(({ path }) => holdsInOrder(path, parts));
    const [place, ...others] = found;
    if (place === undefined) throw new Error(`nothing is called "${name}". ${didYouMean(name, this.names())}`);
    if (others.length === 0) return place;
    const paths = found.map(({ path }) => path.join("."));
    throw new Error(`"${name}" may be ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? " and others" : ""}`);
  }

  private names(): readonly string[] {
    return [...this.byName.keys()];
  }
}

function* placesIn(source: ts.SourceFile, file: string): Iterable<Place> {
  const stem = basename(file, ".ts");
  yield { file, path: [stem], node: source, source };
  const pending: { readonly node: ts.Node; readonly path: readonly string[] }[] = source.statements
    .flatMap((statement): readonly ts.Node[] =>
      ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement],
    )
    .map((node) => ({ node, path: [stem] }));
  for (const { node, path } of pending) {
    const name = nameOf(node);
    if (name === undefined) continue;
    const place = { file, path: [...path, name], node, source };
    yield place;
    pending.push(...membersOf(node).map((member) => ({ node: member, path: place.path })));
  }
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const { name } = node as { readonly name?: ts.Node };
  if (name === undefined || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return undefined;
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name) ? name.text : undefined;
}

/** The named parts of a declaration: members of a class, or of an object that is the whole value. */
function membersOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isClassDeclaration(node)) return [...node.members];
  let value = (node as { readonly initializer?: ts.Expression }).initializer;
  while (value !== undefined && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) value = value.expression;
  return value !== undefined && ts.isObjectLiteralExpression(value) ? [...value.properties] : [];
}

function holdsInOrder(path: readonly string[], parts: readonly string[]): boolean {
  let at = 0;
  for (const name of path) if (name === parts[at]) at += 1;
  return at === parts.length;
}

/** The tokens of a declaration, without comments and spaces. */
export function tokensOf({ node, source }: Pick<Place, "node" | "source">): readonly Token[] {
  const tokens: Token[] = [];
  const collect = (part: ts.Node): void => {
    if (ts.isJSDoc(part)) return;
    const children = part.getChildren(source);
    children.forEach(collect);
    const [start, end] = [part.getStart(source), part.end];
    if (children.length === 0 && start < end) tokens.push({ text: source.text.slice(start, end), start, end });
  };
  collect(node);
  return tokens;
}

/** Every run of tokens that matches this code, as the index of the first token and the index after the last. */
export function occurrences(tokens: readonly Token[], code: string): readonly (readonly [number, number])[] {
  return tokens.flatMap((_, index) => {
    const end = endOf(tokens, index, code);
    return end === undefined ? [] : [[index, end] as const];
  });
}

/** The index after the code if it begins at this token; undefined if it does not. */
function endOf(tokens: readonly Token[], first: number, code: string): number | undefined {
  let at = blanks(code, 0);
  let index = first;
  while (at < code.length) {
    const { text } = tokens[index] ?? { text: "" };
    const isThere = text !== "" && code.startsWith(text, at) && !runsOn(code, at + text.length);
    // Ignore a trailing comma: the formatter adds one when it breaks a list into lines.
    if (!isThere && index > first && text === "," && /^[)\]}]$/.test(tokens[index + 1]?.text ?? "")) index += 1;
    else if (!isThere) return undefined;
    else {
      at = blanks(code, at + text.length);
      index += 1;
    }
  }
  return index > first ? index : undefined;
}

/** Whether the code has a longer word here than the token. */
function runsOn(code: string, at: number): boolean {
  return /[\w$]/.test(code[at - 1] ?? "") && /[\w$]/.test(code[at] ?? "");
}

function blanks(code: string, from: number): number {
  const rest = /\S/.exec(code.slice(from));
  return rest === null ? code.length : from + rest.index;
}
