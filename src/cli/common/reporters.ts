/** Opens the reporters that a command line names, each on a file or on standard output. */

import { appendFileSync } from "node:fs";
import { unwritable } from "../../base/write-text.js";
import type { Reporter, ReporterFactory, ReporterOutput } from "../../conformance/reporters/reporter.js";
import type { Context } from "../frame/command.js";
import { openOutputs } from "./outputs.js";

const FACTORIES: Readonly<Record<string, () => Promise<ReporterFactory>>> = {
  pretty: async () => (await import("../../conformance/reporters/pretty.js")).prettyReporter,
  dot: async () => (await import("../../conformance/reporters/dot.js")).dotReporter,
  json: async () => (await import("../../conformance/reporters/json.js")).jsonReporter,
  jsonl: async () => (await import("../../conformance/reporters/jsonl.js")).jsonlReporter,
  junit: async () => (await import("../../conformance/reporters/junit.js")).junitReporter,
  tap: async () => (await import("../../conformance/reporters/tap.js")).tapReporter,
  html: async () => (await import("../../conformance/reporters/html/html.js")).htmlReporter,
  github: async () => (await import("../../conformance/reporters/github.js")).githubReporter,
  markdown: async () => (await import("../../conformance/reporters/markdown.js")).markdownReporter,
  badge: async () => (await import("../../conformance/reporters/badge.js")).badgeReporter,
};

export const REPORTER_FORMATS: readonly string[] = Object.keys(FACTORIES);

export interface OpenReporter extends Reporter {
  /**
   * Writes the file. Until then, the report of an earlier run stays.
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
  { colors, isVerbose }: { readonly colors: boolean; readonly isVerbose: boolean },
  context: Context,
): Promise<readonly OpenReporter[]> {
  const opened = openOutputs(specs, REPORTER_FORMATS, context);
  return Promise.all(
    opened.map(async ({ format, isFile, write, finish }): Promise<OpenReporter> => {
      const create = await (FACTORIES[format] as (typeof FACTORIES)[string])();
      const page = context.env["GITHUB_STEP_SUMMARY"] ?? "";
      const output: ReporterOutput = {
        write,
        isVerbose,
        ...(isFile ? { color: false } : { color: colors && wantsColor(context), isTerminal: context.isTerminal }),
        ...(page === "" ? {} : { summarize: (markdown) => appendSummary(page, markdown) }),
      };
      const reporter = create(output);
      return {
        handle: (event) => reporter.handle(event),
        replay: (report) => reporter.replay(report),
        finish,
      };
    }),
  );
}

/** Other steps of the job may have written to the page already. */
function appendSummary(page: string, markdown: string): void {
  try {
    appendFileSync(page, markdown);
  } catch (thrown) {
    throw unwritable("report", page, thrown);
  }
}

/** https://no-color.org and https://force-color.org */
export function wantsColor({ env, isTerminal }: Context): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return isTerminal || (env["FORCE_COLOR"] ?? "") !== "";
}
