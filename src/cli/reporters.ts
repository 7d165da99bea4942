/** Opens the reporters that a command line names, each on a file or on standard output. */

import { accessSync, constants, existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
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
      if (file === "") {
        const reporter = create({ write: context.stdout, color: colors && wantsColor(context) });
        return { handle: (event) => reporter.handle(event), finish: () => undefined };
      }
      const parts: string[] = [];
      const reporter = create({ write: (text) => parts.push(text), color: false });
      return { handle: (event) => reporter.handle(event), finish: () => writeReport(place, file, parts.join("")) };
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

function unwritable(shown: string, thrown: unknown): NexusError {
  const reason = (thrown as NodeJS.ErrnoException).code ?? reasonOf(thrown);
  return NexusError.of("NXC_FILE_UNWRITABLE", { kind: "report", reason }, shown, thrown);
}

/** https://no-color.org and https://force-color.org */
function wantsColor({ env, isTerminal }: Context): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return isTerminal || (env["FORCE_COLOR"] ?? "") !== "";
}
