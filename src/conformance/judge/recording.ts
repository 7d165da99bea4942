/** Records what the steps of a case assert, for coverage. */

import { lookup, type Path } from "../../base/json-path.js";
import type { ValueAssertion } from "../fixture/case.js";
import { fillTokens, type Tokens } from "../notation/file-path.js";
import { parseStateFile } from "../oracles/state-file.js";
import { callName, type Observation } from "../stage/observation.js";
import { changesBetween } from "../workspace/snapshot.js";
import { viewOf } from "./judge.js";
import type { CheckedValue, RecordedStep } from "./recorded.js";

export class Recording {
  readonly steps: RecordedStep[] = [];
  private readonly written = new Set<string>();

  constructor(private readonly tokens: Tokens) {}

  /** Call this for every step of the case, in order. */
  observe({ step, answered, before, after, interrupted, repository = null }: Observation): void {
    const changed = answered.length > 0 || interrupted ? changesBetween(before, after) : [];
    for (const { file } of changed) this.written.add(file);
    if (step.kind === "write_files" || step.kind === "delete_files") {
      // From now on, its content is from the fixture again.
      for (const { file } of changesBetween(before, after)) this.written.delete(file);
    }
    const { returns, files, git, errors, either } = step.expect;
    const [only] = step.kind === "concurrent" ? [] : answered;
    this.steps.push({
      calls: answered.map(({ call, answer }) => ({ operation: callName(call), params: call.params, answer })),
      returns: only === undefined ? [] : checkedValues(returns, viewOf(only.answer)),
      errors,
      files: files.map((assertion) => {
        const file = fillTokens(assertion.file, this.tokens);
        const parsed = parsedText(file, after.get(file));
        const { kind } = assertion;
        const values =
          parsed === undefined || kind === "absent" || kind === "exists" || kind === "either" || kind === "unchanged"
            ? []
            : kind === "text"
              ? wholeText(file, assertion.expected, parsed.value)
              : checkedValues(assertion.values, parsed.value);
        return { file, isWritten: this.written.has(file), values };
      }),
      git: checkedValues(git, repository),
      ...(either === undefined ? {} : { either }),
      countsOutcomes: step.kind === "concurrent" && step.outcomes.expected !== undefined,
      written: changed.flatMap(({ file }) => {
        const parsed = parsedText(file, after.get(file));
        return parsed === undefined ? [] : [{ file, value: parsed.value }];
      }),
    });
  }
}

function checkedValues(assertions: readonly ValueAssertion[], root: unknown): readonly CheckedValue[] {
  return assertions.map(({ path, expected }) => ({ path, expected, actual: lookup(path, root), root }));
}

/** An assertion of the exact text of a JSON file asserts every value in it. */
function wholeText(file: string, expected: unknown, root: unknown): readonly CheckedValue[] {
  if (typeof expected !== "string" || parsedText(file, expected) === undefined) return [];
  const path: Path = { text: "$", segments: [] };
  return [{ path, expected: root, actual: { found: true, value: root }, root }];
}

function parsedText(file: string, text: string | undefined) {
  return text === undefined || !/\.jsonl?$/u.test(file) ? undefined : parseStateFile(file, text);
}
