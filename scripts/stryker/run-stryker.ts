/** Runs Stryker over sources of the reference, with the fixtures as the only tests. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { packageRoot } from "../../src/package-root.js";
import { readText } from "../../src/read-text.js";
import { type FileRecord, hashOf, type Living, type StrykerRecord } from "./record.js";

export type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

type StrykerOptions = ConstructorParameters<typeof Stryker>[0];

/** Long texts tell no more than their beginning. */
const SHOWN = 100;

/** A source, and what of it is changed: all, or what stands in some lines. */
export interface Target {
  /** From the root of the repository. */
  readonly file: string;
  readonly lines?: readonly (readonly [first: number, last: number])[];
}

/**
 * @param cases globs of the fixture files that count; all where there is none
 * @throws Error when a case fails without any mutant, or Stryker cannot run
 */
export async function runStryker(
  targets: readonly Target[],
  jobs: number,
  cases: readonly string[] = [],
): Promise<StrykerRecord> {
  // Its processes inherit what this one is told.
  process.env["NEXUS_STRYKER_CASES"] = cases.join("\n");
  const stryker = new Stryker({
    mutate: targets.flatMap(({ file, lines }) => lines?.map(([first, last]) => `${file}:${first}-${last}`) ?? file),
    // A copy of the sources is changed; everything else is used where it stands.
    ignorePatterns: ["**", "!packages/harness/package.json", "!packages/harness/src/**", "!scripts/stryker/**"],
    tempDirName: ".stryker-tmp",
    cleanTempDir: "always",
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "scripts/stryker/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: jobs,
    // A machine that is busy must not turn a slow case into a mutant that was found.
    timeoutMS: 15_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 15,
    reporters: ["progress-append-only"],
    logLevel: "error" as NonNullable<StrykerOptions["logLevel"]>,
    allowConsoleColors: false,
  });
  const results = await stryker.runMutationTest();
  const { version } = createRequire(import.meta.url)("@stryker-mutator/core/package.json") as { version: string };
  const of = (file: string) => results.filter(({ fileName }) => join(packageRoot, file) === fileName);
  return { stryker: version, files: Object.fromEntries(targets.map(({ file }) => [file, recordOf(file, of(file))])) };
}

/** What is kept of the mutants of one file. */
export function recordOf(file: string, results: readonly MutantResult[]): FileRecord {
  const count = (...statuses: readonly string[]) => results.filter(({ status }) => statuses.includes(status)).length;
  const lines = readText(join(packageRoot, file), "source", file).split("\n");
  return {
    source: hashOf(file),
    killed: count("Killed"),
    timeout: count("Timeout"),
    invalid: count("CompileError", "RuntimeError", "Ignored", "Pending"),
    living: results
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .sort(
        (a, b) => a.location.start.line - b.location.start.line || a.location.start.column - b.location.start.column,
      )
      .map((result) => livingOf(result, lines)),
  };
}

function livingOf(
  { location: { start, end }, replacement = "", status }: MutantResult,
  lines: readonly string[],
): Living {
  const from = start.line - 1;
  const part = lines.slice(from, end.line);
  part[part.length - 1] = part.at(-1)?.slice(0, end.column - 1) ?? "";
  part[0] = part[0]?.slice(start.column - 1) ?? "";
  return {
    line: start.line,
    lastLine: end.line,
    code: shown(lines[from] ?? ""),
    original: shown(part.join("\n")),
    replacement: shown(replacement),
    isCovered: status === "Survived",
  };
}

/** In one line. */
function shown(code: string): string {
  const line = code.replace(/\s+/gu, " ").trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
