/** The command behind `npm run proof`. Its script lists the exit codes. */

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { packageRoot } from "../../src/base/package-root.js";
import { defineCommand } from "../../src/cli/frame/command.js";
import { bundle } from "../mutation/bundle.js";
import { findReferences, referenceOf } from "../mutation/references.js";
import { writeProof } from "./record.js";
import { proofTable } from "./table.js";

/** One campaign of a proof. */
interface Step {
  readonly name: string;
  /** The command with its arguments. */
  readonly command: readonly string[];
}

export const command = defineCommand({
  description: "Measures what the fixtures of each contract find, and stores the figures.",
  positionals: [],
  options: {
    contract: { type: "text", value: "ID", description: "one contract; all by default" },
    quick: { type: "flag", description: "run a sample of each step, and store nothing" },
    keep: { type: "flag", description: "run nothing, and store the results of the last campaigns over this checkout" },
    status: { type: "flag", description: "print the last proof of each contract, or that it is out of date" },
  },
  async run({ contract, quick = false, keep = false, status = false }) {
    const contracts = contract === undefined ? [...findReferences().keys()] : [contract];
    for (const id of contracts) referenceOf(id);
    const failed = keep || status ? [] : await runSteps(contracts, quick);
    if (!quick && !status) {
      for (const id of contracts) {
        if ((await writeProof(id, new Date())) !== undefined) continue;
        process.stderr.write(`proof: no campaign has judged every mutant of the current ${id} contract\n`);
        failed.push(`record of ${id}`);
      }
    }
    process.stdout.write(`\n${await proofTable()}\n`);
    for (const name of failed) process.stdout.write(`failed: ${name}\n`);
    return failed.length > 0 ? 1 : 0;
  },
});

/** @returns the names of the steps that failed */
async function runSteps(contracts: readonly string[], isQuick: boolean): Promise<string[]> {
  const failed: string[] = [];
  const run = ({ name, command: [program = "", ...words] }: Step) => {
    process.stdout.write(`\n# ${name}\n`);
    const { status } = spawnSync(program, words, { cwd: packageRoot, stdio: "inherit" });
    if (status !== 0) failed.push(name);
  };
  run({ name: "build", command: ["npm", "run", "--silent", "build"] });
  for (const id of contracts) {
    const reference = await bundle(id, "module", "unchanged");
    try {
      for (const step of stepsOf(id, reference, isQuick)) run(step);
    } finally {
      rmSync(reference, { force: true });
    }
  }
  return failed;
}

/** @param reference path of its adapter */
function stepsOf(id: string, reference: string, isQuick: boolean): readonly Step[] {
  const npm = (script: string, ...words: readonly string[]) => ["npm", "run", "--silent", script, "--", ...words];
  const inPackage = ["--workspace", referenceOf(id).folder];
  const of = ["--contract", id];
  const fuzz = ["--adapter", `module:${reference}`, "--seed", "1", "--runs", isQuick ? "1000" : "100000"];
  const steps = [
    { name: `mutants of ${id}`, command: npm("mutation", ...of, ...(isQuick ? ["--quick"] : [])) },
    { name: `faults of outsiders in ${id}`, command: npm("mutation", ...of, "--outside") },
    { name: `random calls of ${id}`, command: ["node", "bin/nexus-conformance.js", "fuzz", ...of, ...fuzz] },
  ];
  if (isQuick) return steps;
  return [
    ...steps,
    { name: `Stryker over ${id}`, command: npm("mutation:stryker", ...of, "--percent", "4") },
    { name: `crashes of ${id}`, command: ["npm", "run", "--silent", "crash", ...inPackage] },
  ];
}
