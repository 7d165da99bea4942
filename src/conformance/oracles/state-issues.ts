import { compileGlob } from "../../base/glob.js";
import type { SchemaIssue } from "../../base/json-schema.js";
import type { Contract, StateFile } from "../contract/contract.js";
import { fillTokens, type Tokens } from "../notation/file-path.js";
import type { Snapshot } from "../workspace/snapshot.js";

/** How the text of a state file breaks its schema; a text that is no JSON has one issue. */
export function issuesIn(state: StateFile, text: string): readonly SchemaIssue[] {
  try {
    if (state.format === "json") return state.check(JSON.parse(text));
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .flatMap((line, index) =>
        state.check(JSON.parse(line)).map((issue) => ({ ...issue, pointer: `/${index}${issue.pointer}` })),
      );
  } catch {
    return [{ pointer: "", keyword: "parse", message: "it is not valid JSON" }];
  }
}

/** The names of fields that the files of a moment hold and their schemas do not know: somebody else brought them in. */
export function foreignFields(files: Snapshot, contract: Contract, tokens: Tokens): ReadonlySet<string> {
  const names = contract.state.flatMap((state) => {
    const matches = compileGlob(fillTokens(state.path, tokens));
    const texts = [...files].filter(([file]) => matches(file)).map(([, text]) => text);
    return texts.flatMap((text) => issuesIn(state, text).map(({ unknownProperty }) => unknownProperty));
  });
  return new Set(names.filter((name) => name !== undefined));
}
