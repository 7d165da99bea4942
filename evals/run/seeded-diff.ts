/** A seeded diff: a change with one fault that no line of acceptance names, and the same change done right. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { compileSchemas } from "../../src/base/json-schema.js";
import { packageRoot } from "../../src/base/package-root.js";
import { writeFiles } from "../../src/testing/temporary-folder.js";

interface Edit {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

export interface SeededDiff {
  readonly id: string;
  readonly language: string;
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly task: string;
  readonly acceptance: readonly string[];
  /** The change with the fault, and its twin without. */
  readonly change: readonly Edit[];
  readonly clean: readonly Edit[];
  /** What commands print that are no git commands, in both. */
  readonly commands: readonly { readonly match: string; readonly prints: string }[];
  /** Where the fault is, each place by a line that stands there once after the change; the first place leads. */
  readonly bug: { readonly places: readonly { readonly file: string; readonly near: string }[]; readonly harm: string };
}

export type Variant = "fault" | "clean";

const FOLDER = join(packageRoot, "evals/diffs");

const text = { type: "string", minLength: 1 };
const rows = (required: readonly string[]) => ({
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    additionalProperties: false,
    required,
    properties: Object.fromEntries(required.map((name) => [name, { type: "string" }])),
  },
});
const check = compileSchemas([
  {
    $id: "diff",
    type: "object",
    additionalProperties: false,
    required: ["id", "language", "title", "files", "task", "acceptance", "change", "clean", "commands", "bug"],
    properties: {
      id: text,
      language: text,
      title: text,
      files: { type: "object", minProperties: 1, additionalProperties: text },
      task: text,
      acceptance: { type: "array", minItems: 1, items: text },
      change: rows(["file", "find", "replace"]),
      clean: rows(["file", "find", "replace"]),
      commands: rows(["match", "prints"]),
      bug: {
        type: "object",
        additionalProperties: false,
        required: ["places", "harm"],
        properties: { places: rows(["file", "near"]), harm: text },
      },
    },
  },
])("diff");

/** @throws Error that names the file, for a diff that breaks its form or whose edits do not fit */
export function loadDiffs(): readonly SeededDiff[] {
  return readdirSync(FOLDER)
    .sort()
    .map((name) => {
      const value = load(readFileSync(join(FOLDER, name), "utf8"));
      const [issue] = check(value);
      if (issue !== undefined) throw new Error(`evals/diffs/${name}#${issue.pointer}: ${issue.message}`);
      const diff = value as SeededDiff;
      for (const variant of ["fault", "clean"] as const) changed(diff, variant);
      placesOf(diff);
      return diff;
    });
}

/** The files after the change. */
export function changed(diff: SeededDiff, variant: Variant): ReadonlyMap<string, string> {
  const files = new Map(Object.entries(diff.files));
  for (const { file, find, replace } of diff[variant === "fault" ? "change" : "clean"]) {
    const before = files.get(file) ?? "";
    if (before.split(find).length !== 2)
      throw new Error(`${diff.id}: an edit of ${file} does not fit exactly once: ${find.slice(0, 60)}`);
    files.set(
      file,
      before.replace(find, () => replace),
    );
  }
  return files;
}

export interface Place {
  readonly file: string;
  /** From 1, after the change. */
  readonly line: number;
}

/** Where the fault shows; a finding at any of these places means it. */
export function placesOf(diff: SeededDiff): readonly [Place, ...Place[]] {
  const files = changed(diff, "fault");
  const [first, ...others] = diff.bug.places.map(({ file, near }): Place => {
    const lines = (files.get(file) ?? "").split("\n");
    const found = lines.flatMap((line, index) => (line.includes(near.trim()) ? [index + 1] : []));
    const [line] = found;
    if (line === undefined || found.length > 1)
      throw new Error(`${diff.id}: "${near}" is in ${found.length} lines of ${file}`);
    return { file, line };
  });
  if (first === undefined) throw new Error(`${diff.id}: the fault has no place`);
  return [first, ...others];
}

/** Lays a repository into a folder: the project as its first commit, and the change on top of it, not yet committed. */
export function layOut(folder: string, diff: SeededDiff, variant: Variant): void {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: folder, stdio: "ignore" });
  writeFiles(folder, diff.files);
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("-c", "user.name=dev", "-c", "user.email=dev@example.com", "commit", "--quiet", "--message=Before the change");
  writeFiles(folder, Object.fromEntries(changed(diff, variant)));
}

/** What the one who gives the task says. */
export function messageOf({ task, acceptance }: SeededDiff): string {
  const lines = acceptance.map((line) => `- ${line}`).join("\n");
  return `TASK: Find out whether this change can be shipped.\nCONTEXT: ${task.trim()} The change is in the working tree and not committed; \`git diff\` shows it.\nCONSTRAINTS: Change no file.\nACCEPTANCE:\n${lines}\n`;
}
