import { compileGlob } from "../../base/glob.js";
import type { SchemaIssue } from "../../base/json-schema.js";
import type { Contract, StateFile } from "../contract/contract.js";
import { fillTokens, type Tokens } from "../notation/file-path.js";
import type { Snapshot } from "../workspace/snapshot.js";

/** Checks the text of a state file against its schema. A text that is not JSON has one issue. */
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

/** Names of fields in the state files that their schemas do not have. Another harness or a newer version wrote them. */
export function foreignFields(files: Snapshot, contract: Contract, tokens: Tokens): ReadonlySet<string> {
  const names = contract.state.flatMap((state) => {
    const matches = compileGlob(fillTokens(state.path, tokens));
    const texts = [...files].filter(([file]) => matches(file)).map(([, text]) => text);
    return texts.flatMap((text) => issuesIn(state, text).map(({ unknownProperty }) => unknownProperty));
  });
  return new Set(names.filter((name) => name !== undefined));
}
