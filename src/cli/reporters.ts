/** Opens the reporters that a command line names, each on a file or on standard output. */

import {
  accessSync,
  appendFileSync,
  constants,
  existsSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import type { Reporter, ReporterFactory, ReporterOutput } from "../conformance/reporters/reporter.js";
import { NexusError, reasonOf } from "../errors.js";
import { didYouMean } from "../nearest.js";
import type { Context } from "./command.js";

const FACTORIES: Readonly<Record<string, () => Promise<ReporterFactory>>> = {
  pretty: async () => (await import("../conformance/reporters/pretty.js")).prettyReporter,
  dot: async () => (await import("../conformance/reporters/dot.js")).dotReporter,
  json: async () => (await import("../conformance/reporters/json.js")).jsonReporter,
  jsonl: async () => (await import("../conformance/reporters/jsonl.js")).jsonlReporter,
  junit: async () => (await import("../conformance/reporters/junit.js")).junitReporter,
  tap: async () => (await import("../conformance/reporters/tap.js")).tapReporter,
  html: async () => (await import("../conformance/reporters/html.js")).htmlReporter,
  github: async () => (await import("../conformance/reporters/github.js")).githubReporter,
  markdown: async () => (await import("../conformance/reporters/markdown.js")).markdownReporter,
  badge: async () => (await import("../conformance/reporters/badge.js")).badgeReporter,
};

export const REPORTER_FORMATS: readonly string[] = Object.keys(FACTORIES);

export interface OpenReporter extends Reporter {
  /**
   * Writes the file. Until then a report of an earlier run stays as it was.
   * @throws NexusError NXC_FILE_UNWRITABLE
   */
  finish(): void;
}

/**
 * @param specs each `FORMAT` or `FORMAT:FILE`
 * @throws NexusError NXC_USAGE_FLAG_VALUE, or NXC_FILE_UNWRITABLE before anything has run
 */
export async function openReporters(
  specs: readonly string[],
  colors: boolean,
  context: Context,
): Promise<readonly OpenReporter[]> {
  const places = new Set<string>();
  const chosen = specs.map((spec) => {
    const [format = "", ...rest] = spec.split(":");
    const file = rest.join(":");
    const factory = Object.hasOwn(FACTORIES, format) ? FACTORIES[format] : undefined;
    if (factory === undefined) {
      throw badSpec(spec, `${didYouMean(format, REPORTER_FORMATS)}the formats are ${REPORTER_FORMATS.join(", ")}`);
    }
    if (rest.length > 0 && file === "") throw badSpec(spec, "the file has no name");
    const place = file === "" ? "standard output" : resolve(context.cwd, file);
    if (places.has(place)) throw badSpec(spec, `another report goes to ${file === "" ? place : file} already`);
    places.add(place);
    if (file !== "") checkWritable(place, file);
    return { factory, file, place };
  });
  return Promise.all(
    chosen.map(async ({ factory, file, place }): Promise<OpenReporter> => {
      const create = await factory();
      const parts: string[] = [];
      const { env, isTerminal, stdout } = context;
      const page = env["GITHUB_STEP_SUMMARY"] ?? "";
      const output: ReporterOutput = {
        ...(file === ""
          ? { write: stdout, color: colors && wantsColor(context), isTerminal }
          : { write: (text) => parts.push(text), color: false }),
        ...(page === "" ? {} : { summarize: (markdown) => appendSummary(page, markdown) }),
      };
      const reporter = create(output);
      return {
        handle: (event) => reporter.handle(event),
        replay: (report) => reporter.replay(report),
        finish: () => (file === "" ? undefined : writeReport(place, file, parts.join(""))),
      };
    }),
  );
}

function badSpec(spec: string, reason: string): NexusError {
  const problem = `cannot be "${spec}": ${reason}`;
  return NexusError.of("NXC_USAGE_FLAG_VALUE", { flag: "--reporter", problem, expected: "--reporter FORMAT[:FILE]" });
}

function checkWritable(path: string, shown: string): void {
  try {
    if (existsSync(path) && statSync(path).isDirectory()) throw new Error("it is a folder");
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
  } catch (thrown) {
    throw unwritable(shown, thrown);
  }
}

/** Written beside and moved into place, so that a reader never meets half a report; a device is written to as it is. */
function writeReport(path: string, shown: string, text: string): void {
  const isDevice = existsSync(path) && !statSync(path).isFile();
  const target = isDevice ? path : `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(target, text);
    if (!isDevice) renameSync(target, path);
  } catch (thrown) {
    if (!isDevice) rmSync(target, { force: true });
    throw unwritable(shown, thrown);
  }
}

/** Other steps of the job may have written to the page already. */
function appendSummary(page: string, markdown: string): void {
  try {
    appendFileSync(page, markdown);
  } catch (thrown) {
    throw unwritable(page, thrown);
  }
}

function unwritable(shown: string, thrown: unknown): NexusError {
  const reason = (thrown as NodeJS.ErrnoException).code ?? reasonOf(thrown);
  return NexusError.of("NXC_FILE_UNWRITABLE", { kind: "report", reason }, shown, thrown);
}

/** https://no-color.org and https://force-color.org */
function wantsColor({ env, isTerminal }: Context): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return isTerminal || (env["FORCE_COLOR"] ?? "") !== "";
}
