import { compileGlob } from "../../base/glob.js";
import { pointerTokens } from "../../base/json-pointer.js";
import type { SchemaIssue } from "../../base/json-schema.js";
import type { Contract } from "../contract/contract.js";
import { fillTokens, type Tokens } from "../notation/file-path.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { parseStateFile } from "./state-file.js";

/** A place in a state file that breaks the schema of that file. */
export interface StateIssue {
  readonly file: string;
  /** The content of the file. */
  readonly root: unknown;
  readonly issue: SchemaIssue;
}

/** Checks state files against their schemas. A text that is not JSON has one issue. */
export function stateIssues(
  files: Iterable<readonly [string, string]>,
  contract: Contract,
  tokens: Tokens,
): readonly StateIssue[] {
  const states = contract.state.map((state) => ({ state, matches: compileGlob(fillTokens(state.path, tokens)) }));
  return [...files].flatMap(([file, text]) =>
    states
      .filter(({ matches }) => matches(file))
      .flatMap(({ state }): readonly StateIssue[] => {
        const parsed = parseStateFile(file, text, state.format === "jsonl");
        if (parsed === undefined) {
          return [{ file, root: undefined, issue: { pointer: "", keyword: "parse", message: "it is not valid JSON" } }];
        }
        const { value: root } = parsed;
        const issues =
          state.format === "json" || !Array.isArray(root)
            ? state.check(root)
            : root.flatMap((line, index) =>
                state.check(line).map((issue) => ({ ...issue, pointer: `/${index}${issue.pointer}` })),
              );
        return issues.map((issue) => ({ file, root, issue }));
      }),
  );
}

/**
 * Tells which issues of an answer stem from the state files. A tool passes on what another harness or another version
 * wrote, or fills in something plain for what is missing.
 */
export function carriedFrom(files: Snapshot, contract: Contract, tokens: Tokens): (issue: SchemaIssue) => boolean {
  const known = new Set(stateIssues(files, contract, tokens).map(({ issue }) => fieldOf(issue)));
  // A file that is broken as a whole says nothing about an answer as a whole.
  known.delete("");
  return (issue) => known.has(fieldOf(issue));
}

/** The field that an issue is about, wherever it is: positions in lists do not count. */
export function fieldOf({ unknownProperty, missingProperty, pointer }: SchemaIssue): string {
  if (unknownProperty !== undefined) return `unknown ${unknownProperty}`;
  return missingProperty ?? pointerTokens(pointer).findLast((token) => !/^\d+$/u.test(token)) ?? "";
}
