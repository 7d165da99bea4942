/** Runs Stryker over sources of a reference, with the fixtures as the only tests. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { packageRoot } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";
import { bundleKit } from "../mutation/bundle.js";
import { referenceOf } from "../mutation/references.js";
import { digestOf } from "../proof/proof-inputs.js";
import type { Change, FileRecord } from "./record.js";
import { type Settings, tell } from "./settings.js";

export type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

type StrykerOptions = ConstructorParameters<typeof Stryker>[0];

/** Stryker also changes the code that the references share. */
const SERVICE = "packages/service";

const sourcesBelow = (folder: string) => [`!${folder}/package.json`, `!${folder}/src/**`];

/** The files that the tests need in the copy, also to find the source of a package. */
const RUNNER = ["!scripts/stryker/**", "!scripts/mutation/source-of.ts", "!package.json"];

/** What the reference reads from the package that it is a part of. */
const CONTENT = ["!manifest.json", "!{agents,conformance,schema,skills,vocabulary}/**"];

/** The beginning of a long text is enough to recognise it. */
const SHOWN = 100;

export interface StrykerRun {
  readonly contract: string;
  /** From the root of the repository. */
  readonly files: readonly string[];
  /** How many processes run at once. */
  readonly jobs: number;
  /** Globs of the fixture files to use; all files when there is none. */
  readonly cases: readonly string[];
  readonly draw?: Settings["draw"];
}

/**
 * @returns the results by file
 * @throws Error when a case fails without a mutant, or Stryker cannot run
 */
export async function runStryker({
  contract,
  files,
  jobs,
  cases,
  draw,
}: StrykerRun): Promise<Record<string, FileRecord>> {
  const { folder, adapter } = referenceOf(contract);
  const kit = await bundleKit("scripts/stryker/kit.ts");
  const checker = await bundleKit("scripts/stryker/draw.ts");
  tell({ contract, adapter, kit, cases, draw });
  const stryker = new Stryker({
    mutate: [...files],
    // Stryker changes a copy of the sources. Everything else is used in place.
    ignorePatterns: ["**", ...[folder, SERVICE].flatMap(sourcesBelow), "!src/**/*.ts", ...RUNNER, ...CONTENT],
    tempDirName: ".stryker-tmp",
    cleanTempDir: "always",
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner", checker],
    checkers: draw === undefined ? [] : ["draw"],
    vitest: { configFile: "scripts/stryker/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: jobs,
    // On a busy machine, a slow case must not count as a mutant that was found.
    timeoutMS: 15_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 15,
    reporters: ["progress-append-only"],
    logLevel: "error" as NonNullable<StrykerOptions["logLevel"]>,
    allowConsoleColors: false,
  });
  try {
    const results = await stryker.runMutationTest();
    const of = (file: string) => results.filter(({ fileName }) => join(packageRoot, file) === fileName);
    return Object.fromEntries(files.map((file) => [file, recordOf(file, of(file))]));
  } finally {
    for (const bundle of [kit, checker]) rmSync(bundle, { force: true });
  }
}

/** The part of Stryker's results that we store for one file. */
function recordOf(file: string, results: readonly MutantResult[]): FileRecord {
  const count = (...statuses: readonly string[]) => results.filter(({ status }) => statuses.includes(status)).length;
  const lines = readText(join(packageRoot, file), "source", file).split("\n");
  const changes = [...results].sort(
    ({ location: { start: a } }, { location: { start: b } }) => a.line - b.line || a.column - b.column,
  );
  return {
    source: digestOf(file),
    killed: count("Killed"),
    timeout: count("Timeout"),
    invalid: count("CompileError", "RuntimeError", "Ignored", "Pending"),
    living: changes
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .map((result) => ({ ...changeOf(result, lines), isCovered: result.status === "Survived" })),
    found: changes
      .filter(({ status }) => status === "Killed" || status === "Timeout")
      .map((result) => ({ ...changeOf(result, lines), killers: result.killedBy ?? [] })),
  };
}

function changeOf({ location: { start, end }, replacement = "" }: MutantResult, lines: readonly string[]): Change {
  const from = start.line - 1;
  const part = lines.slice(from, end.line);
  part[part.length - 1] = part.at(-1)?.slice(0, end.column - 1) ?? "";
  part[0] = part[0]?.slice(start.column - 1) ?? "";
  return {
    line: start.line,
    code: shown(lines[from] ?? ""),
    original: shown(part.join("\n")),
    replacement: shown(replacement),
  };
}

/** The code on one line. */
function shown(code: string): string {
  const line = code.replace(/\s+/gu, " ").trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
