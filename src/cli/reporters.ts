/** Opens the reporters that a command line names, each on a file or on standard output. */

import { closeSync, openSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import type { Reporter, ReporterFactory } from "../conformance/reporters/reporter.js";
import { NexusError, reasonOf } from "../errors.js";
import { didYouMean } from "../nearest.js";
import type { Context } from "./command.js";

const FACTORIES: Readonly<Record<string, () => Promise<ReporterFactory>>> = {
  pretty: async () => (await import("../conformance/reporters/pretty.js")).prettyReporter,
  json: async () => (await import("../conformance/reporters/json.js")).jsonReporter,
};

export const REPORTER_FORMATS: readonly string[] = Object.keys(FACTORIES);

export interface OpenReporter extends Reporter {
  /** Closes the file. */
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
  const chosen = specs.map((spec) => {
    const [format = "", ...file] = spec.split(":");
    const factory = Object.hasOwn(FACTORIES, format) ? FACTORIES[format] : undefined;
    if (factory === undefined) {
      const problem = `cannot be "${spec}": ${didYouMean(format, REPORTER_FORMATS)}the formats are ${REPORTER_FORMATS.join(", ")}`;
      throw NexusError.of("NXC_USAGE_FLAG_VALUE", {
        flag: "--reporter",
        problem,
        expected: "--reporter FORMAT[:FILE]",
      });
    }
    return { factory, file: file.join(":") };
  });
  return Promise.all(
    chosen.map(async ({ factory, file }): Promise<OpenReporter> => {
      const create = await factory();
      if (file === "") {
        const reporter = create({ write: context.stdout, color: colors && wantsColor(context) });
        return { handle: (event) => reporter.handle(event), finish: () => undefined };
      }
      const descriptor = openFile(file, context.cwd);
      const reporter = create({ write: (text) => void writeSync(descriptor, text), color: false });
      return { handle: (event) => reporter.handle(event), finish: () => closeSync(descriptor) };
    }),
  );
}

function openFile(file: string, cwd: string): number {
  try {
    return openSync(resolve(cwd, file), "w");
  } catch (thrown) {
    const reason = (thrown as NodeJS.ErrnoException).code ?? reasonOf(thrown);
    throw NexusError.of("NXC_FILE_UNWRITABLE", { kind: "report", reason }, file, thrown);
  }
}

/** https://no-color.org and https://force-color.org */
function wantsColor({ env, isTerminal }: Context): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return isTerminal || (env["FORCE_COLOR"] ?? "") !== "";
}
