/** What `npm run fuzz:mutants` does; its script says how it ends. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Report } from "../../src/conformance/report.js";
import { shuffled } from "../../src/conformance/schedule.js";
import { compileGlob } from "../../src/glob.js";
import { packageRoot } from "../../src/package-root.js";
import { concernsTools, type Status, shortfallOf } from "./by-random-calls.js";
import { type Mutant, openCatalogue } from "./catalogue.js";
import { mutate } from "./mutate.js";
import { referenceOf } from "./references.js";
import { type Searched, writeChoice } from "./searches.js";

const USAGE = `npm run fuzz:mutants -- [options]

  --contract ID   the contract whose reference is changed (core)
  --count N       how many mutants (10)
  --only GLOB     of those with such ids
  --seed S        which mutants, and which calls (1)
  --runs N        commands for each mutant (10000)
  --write         keep the results, from which docs/proof.md is made
  --help          print this
`;

const ROOT = pathToFileURL(`${packageRoot}/`).href;
const PRELOAD = join(packageRoot, "scripts/mutation/preload.mjs");
const COMMAND = join(packageRoot, "bin/nexus-conformance.js");

/** A fault in this very process may keep it busy for ever. */
const LIMIT_MS = 600_000;

interface SearchOptions {
  readonly contract: string;
  readonly seed: number;
  readonly runs: number;
}

/** What a search says of a difference that it has found. */
const DIFFERENCE = /^.* after ([\d,]+) commands?, in a sequence of [\d,]+ steps? shrunk to (\d+)(?=:$)/mu;

/** How often a fixture is run in which much depends on the moment. */
const TRIES = 10;

/** @throws Error for words that cannot be used */
export function main(args: string[]): number {
  const options = optionsIn(args);
  if (options.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (options.write && options.only !== "*") throw new Error("--write keeps a choice among all: leave --only out");
  const { contract, folder, mutants } = openCatalogue(options.contract);
  const isNamed = compileGlob(options.only);
  const possible = mutants.filter((mutant) => isNamed(mutant.id) && concernsTools(mutant, contract));
  if (possible.length === 0) throw new Error("no mutant is so named");
  const chosen = shuffled(possible, options.seed).slice(0, options.count);
  const searched = chosen.map((mutant) => [mutant.id, search(mutant, options)] as const);
  const missed = searched.filter(([, result]) => "shortfall" in result);
  process.stdout.write(
    `\n${chosen.length - missed.length} of ${chosen.length} found, of ${possible.length} that break a requirement of the tools\n`,
  );
  if (options.write) {
    const { seed, runs } = options;
    writeChoice(folder, seed, { runs, of: possible.length, mutants: Object.fromEntries(searched) });
  }
  return missed.length === 0 ? 0 : 1;
}

function optionsIn(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      contract: { type: "string", default: "core" },
      count: { type: "string", default: "10" },
      only: { type: "string", default: "*" },
      seed: { type: "string", default: "1" },
      runs: { type: "string", default: "10000" },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const number = (name: "count" | "seed" | "runs") => {
    if (/^[1-9]\d{0,8}$/u.test(values[name])) return Number(values[name]);
    throw new Error(`--${name} cannot be "${values[name]}": it is a whole number from 1`);
  };
  return { ...values, count: number("count"), seed: number("seed"), runs: number("runs") };
}

function search(mutant: Mutant, { contract, seed, runs }: SearchOptions): Searched {
  const folder = mkdtempSync(join(tmpdir(), "nexus-fuzz-"));
  const out = join(folder, "found.json");
  const { adapter, process: started } = referenceOf(contract);
  const form = mutant.through === "process" ? started("node") : `module:${adapter}`;
  const words = ["--contract", contract, "--adapter", form, "--timeout", "3000"];
  const made = { root: ROOT, only: mutate(mutant) };
  try {
    const { status: exit, stdout } = run(
      ["fuzz", "--seed", String(seed), "--runs", String(runs), "--out", out, ...words],
      made,
    );
    const hasFixture = existsSync(out);
    const judged = hasFixture
      ? { withFault: statusOf(out, words, made), without: statusOf(out, words) }
      : { withFault: undefined, without: undefined };
    const shortfall = shortfallOf({ exit, hasFixture, ...judged });
    const [difference, commands = "", steps = ""] = DIFFERENCE.exec(stdout) ?? [];
    const told = [...(shortfall === undefined ? [] : [shortfall]), ...(difference === undefined ? [] : [difference])];
    process.stdout.write(`${shortfall === undefined ? "✓" : "✗"} ${mutant.id.padEnd(56)} ${told.join("; ")}\n`);
    return shortfall === undefined
      ? { commands: Number(commands.replaceAll(",", "")), steps: Number(steps) }
      : { shortfall };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * How the one case of a fixture is judged. One in which calls meet need not fail every time.
 * @param mutant nothing for the reference as it is
 */
function statusOf(fixture: string, words: readonly string[], mutant?: object): Status {
  const depends = /"(?:concurrent|restart)":/u.test(readFileSync(fixture, "utf8"));
  let status: Status;
  for (let left = depends ? TRIES : 1; left > 0; left -= 1) {
    const { stdout } = run(["run", "--fixtures", fixture, "--reporter", "json", ...words], mutant);
    const report = stdout.startsWith("{") ? (JSON.parse(stdout) as Report) : undefined;
    status = report?.cases.at(0)?.status;
    if (status !== "passed") return status;
  }
  return status;
}

/** @param mutant nothing for the reference as it is */
function run(words: readonly string[], mutant?: object) {
  const preload = mutant === undefined ? [] : ["--import", pathToFileURL(PRELOAD).href];
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [...preload, COMMAND, ...words], {
    cwd: packageRoot,
    encoding: "utf8",
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
    // A program that the adapter starts is the mutant too.
    env: mutant === undefined ? env : { ...env, MUTANT: JSON.stringify(mutant), NODE_OPTIONS: preload.join(" ") },
  });
  return { status, stdout };
}
