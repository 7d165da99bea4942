/** The command behind `npm run fuzz:mutants`. Its script lists the exit codes. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_CONTRACT } from "../../src/base/default-contract.js";
import { compileGlob } from "../../src/base/glob.js";
import { packageRoot } from "../../src/base/package-root.js";
import { shuffled } from "../../src/base/shuffled.js";
import { defineCommand } from "../../src/cli/frame/command.js";
import type { Report } from "../../src/conformance/run/report.js";
import { type BundleForm, bundle } from "./bundle.js";
import { type Mutant, openCatalogue } from "./catalogue.js";
import { concernsTools, type Status, shortfallOf } from "./fuzz-findings.js";
import { mutate } from "./mutate.js";
import { referenceOf } from "./references.js";

const COMMAND = join(packageRoot, "bin/nexus-conformance.js");

/** A fault can make a search loop forever. */
const LIMIT_MS = 600_000;

interface SearchOptions {
  readonly contract: string;
  readonly seed: number;
  readonly runs: number;
}

/** The line that a search prints when it finds a difference. */
const DIFFERENCE = /^.* after [\d,]+ commands?, in a sequence of [\d,]+ steps? shrunk to \d+(?=:$)/mu;

/** How often to run a fixture whose outcome depends on timing. */
const TRIES = 10;

export const command = defineCommand({
  description: "Puts random faults of the catalogue into the reference, and reports which of them random calls find.",
  positionals: [],
  options: {
    contract: {
      type: "text",
      value: "ID",
      description: `the contract whose reference is changed; ${DEFAULT_CONTRACT} by default`,
    },
    count: { type: "integer", value: "N", description: "how many mutants; 10 by default" },
    only: { type: "text", value: "GLOB", description: "choose only from the mutants with these ids" },
    seed: { type: "integer", value: "S", description: "chooses the mutants and the calls; 1 by default" },
    runs: { type: "integer", value: "N", description: "commands for each mutant; 10000 by default" },
  },
  async run({ contract: id = DEFAULT_CONTRACT, count = 10, only = "*", seed = 1, runs = 10_000 }) {
    const { contract, mutants } = openCatalogue(id);
    const reference = referenceOf(id);
    const isNamed = compileGlob(only);
    const possible = mutants.filter((mutant) => isNamed(mutant.id) && concernsTools(mutant, contract, reference));
    if (possible.length === 0) throw new Error("no mutant has such an id");
    const chosen = shuffled(possible, seed).slice(0, count);
    const unchanged = await formOf(id, "module");
    let found = 0;
    try {
      for (const mutant of chosen) if (await isFound(mutant, unchanged.form, { contract: id, seed, runs })) found += 1;
    } finally {
      unchanged.remove();
    }
    process.stdout.write(
      `\n${found} of ${chosen.length} found, of ${possible.length} that break a requirement of the tools\n`,
    );
    return found === chosen.length ? 0 : 1;
  },
});

/** The adapter that reaches the reference, with or without a fault. */
async function formOf(contract: string, kind: BundleForm, mutant?: Mutant) {
  const path = await bundle(contract, kind, mutant?.id ?? "unchanged", mutant && (await mutate(contract, mutant)));
  const form = kind === "program" ? referenceOf(contract).started(`"${path}"`) : `module:${path}`;
  return { form, remove: () => rmSync(path, { force: true }) };
}

/** @param unchanged the adapter that reaches the reference without any fault */
async function isFound(mutant: Mutant, unchanged: string, { contract, seed, runs }: SearchOptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "nexus-fuzz-"));
  const out = join(folder, "found.json");
  const { form, remove } = await formOf(contract, mutant.through === "process" ? "program" : "module", mutant);
  try {
    const words = ["--seed", String(seed), "--runs", String(runs), "--out", out];
    const { status: exit, stdout } = run(["fuzz", ...words, ...against(contract, form)]);
    const hasFixture = existsSync(out);
    const judged = hasFixture
      ? { withFault: statusOf(out, against(contract, form)), without: statusOf(out, against(contract, unchanged)) }
      : { withFault: undefined, without: undefined };
    const shortfall = shortfallOf({ exit, hasFixture, ...judged });
    const [difference] = DIFFERENCE.exec(stdout) ?? [];
    const told = [...(shortfall === undefined ? [] : [shortfall]), ...(difference === undefined ? [] : [difference])];
    process.stdout.write(`${shortfall === undefined ? "✓" : "✗"} ${mutant.id.padEnd(56)} ${told.join("; ")}\n`);
    return shortfall === undefined;
  } finally {
    remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function against(contract: string, form: string): readonly string[] {
  return ["--contract", contract, "--adapter", form, "--timeout", "3000"];
}

/** The status of the fixture's only case. A case with concurrent calls may need several tries to fail. */
function statusOf(fixture: string, words: readonly string[]): Status {
  const depends = /"(?:concurrent|restart)":/u.test(readFileSync(fixture, "utf8"));
  let status: Status;
  for (let left = depends ? TRIES : 1; left > 0; left -= 1) {
    const { stdout } = run(["run", "--fixtures", fixture, "--reporter", "json", ...words]);
    const report = stdout.startsWith("{") ? (JSON.parse(stdout) as Report) : undefined;
    status = report?.cases.at(0)?.status;
    if (status !== "passed") return status;
  }
  return status;
}

function run(words: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd: packageRoot,
    encoding: "utf8",
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
    // A report repeats the texts that were sent, and these can be long.
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, stdout };
}
