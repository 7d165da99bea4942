/** Puts a probe into every function of a source, to learn which cases run a piece of code. */

import ts from "typescript";

/** The global set that probes add to. Code without the set runs as it would without probes. */
export const ENTERED = "nexusEntered";

/** The global set of the functions that are called while a module loads, which may be late: in the middle of a case. */
export const LOADED = "nexusLoaded";

/** The global number of modules that are loading. */
const LOADING = "nexusLoading";

/** Texts to insert, by position in the source. */
type Insertion = readonly [at: number, text: string];

/** The same source, in which every function adds its id to the global set when it is called. */
export function withProbes(file: string, text: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
  const insertions: Insertion[] = [];
  const visit = (node: ts.Node): void => {
    const body = bodyOf(node);
    if (body !== undefined) insertions.push(...probe(body, source, idOf(node, source)));
    ts.forEachChild(node, visit);
  };
  visit(source);
  const [first] = source.statements;
  if (first !== undefined) {
    insertions.push([first.getStart(source), `globalThis.${LOADING} = (globalThis.${LOADING} ?? 0) + 1;`]);
    insertions.push([source.end, `;globalThis.${LOADING} -= 1;`]);
  }
  let result = "";
  let from = 0;
  for (const [at, added] of insertions.sort(([a], [b]) => a - b)) {
    result += text.slice(from, at) + added;
    from = at;
  }
  return result + text.slice(from);
}

/**
 * The id of the innermost function around this code that callers know by its name. A function that is only an argument
 * may run for one caller and have its result kept for all others, so the cases that call it say too little.
 * @returns undefined for code that runs when its module is loaded, or is handed on then
 */
export function functionAround(source: ts.SourceFile, start: number, end: number): string | undefined {
  let innermost: string | undefined;
  const visit = (node: ts.Node, isArgument: boolean): void => {
    if (node.pos > start || node.end < end) return;
    // A change that begins where the function does may replace the function, which concerns the code around it.
    if (bodyOf(node) !== undefined && !isArgument && node.getStart(source) < start) innermost = idOf(node, source);
    ts.forEachChild(node, (child) => visit(child, ts.isCallExpression(node) && child !== node.expression));
  };
  visit(source, false);
  return innermost;
}

function bodyOf(node: ts.Node): ts.ConciseBody | undefined {
  return ts.isFunctionLike(node) ? (node as { readonly body?: ts.ConciseBody }).body : undefined;
}

function idOf(node: ts.Node, source: ts.SourceFile): string {
  return `${source.fileName}:${node.getStart(source)}`;
}

function probe(body: ts.ConciseBody, source: ts.SourceFile, id: string): readonly Insertion[] {
  const set = `globalThis[globalThis.${LOADING} > 0 ? "${LOADED}" : "${ENTERED}"]`;
  const call = `${set}?.add(${JSON.stringify(id)})`;
  const start = body.getStart(source);
  if (ts.isBlock(body)) return [[start + 1, `${call};`]];
  return [
    [start, `(${call}, (`],
    [body.end, "))"],
  ];
}
