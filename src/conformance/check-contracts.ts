/** The authoring check of contracts and fixtures: everything that is wrong, in one go. */

import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { NexusError } from "../errors.js";
import { compareFindings, type Finding } from "../finding.js";
import type { Case } from "./case.js";
import { type Contract, inspectContract, loadContractFrom } from "./contract.js";
import { contractFixtures, duplicateIds } from "./find-fixtures.js";
import { inspectFixture, inspectOpenings } from "./fixture.js";

/**
 * Checks every contract below a `conformance` folder: contract.yml, schemas and fixtures, and that each requirement is
 * observed by a case or says why not.
 * @param root the folder from which findings name their files
 */
export function checkContracts(conformanceFolder: string, root: string): readonly Finding[] {
  const folders = contractFolders(conformanceFolder);
  if (folders.length === 0) return [noContract(conformanceFolder, root)];
  return folders.flatMap((folder) => checkContract(folder, root)).sort(compareFindings);
}

function contractFolders(conformanceFolder: string): readonly string[] {
  const others = join(conformanceFolder, "contracts");
  return [
    ...(existsSync(join(conformanceFolder, "contract.yml")) ? [conformanceFolder] : []),
    ...(existsSync(others)
      ? readdirSync(others)
          .sort()
          .map((name) => join(others, name))
      : []),
  ];
}

function noContract(conformanceFolder: string, root: string): Finding {
  return {
    file: relative(root, conformanceFolder).split(sep).join("/"),
    rule: "contract/missing",
    level: "error",
    message: "no contract.yml is here, so none of the fixtures was checked",
    remedy: "Add conformance/contract.yml, or conformance/contracts/ID/contract.yml.",
  };
}

function checkContract(folder: string, root: string): readonly Finding[] {
  let contract: Contract;
  try {
    const problems = inspectContract(folder);
    if (problems.length > 0) return problems.map((problem) => toFinding(problem, "contract/invalid", root));
    contract = loadContractFrom(folder);
  } catch (thrown) {
    return [toFinding(NexusError.from(thrown), "contract/invalid", root)];
  }
  const inspected = contractFixtures(contract, root).map((file) => inspectFixture(file, contract));
  const cases = inspected.flatMap((file) => file.cases);
  const broken = inspectOpenings(contract);
  // A broken opening is wrong in every case that uses it; it is named once.
  const others = inspected.flatMap((file) => file.problems).filter(({ where }) => where !== broken[0]?.where);
  const problems = [...broken, ...others, ...duplicateIds(cases), ...missingModel(contract)];
  return [
    ...problems.map((problem) => toFinding(problem, "fixture/invalid", root)),
    ...checkRequirements(contract, cases, root),
  ];
}

function missingModel({ id, folder, model }: Contract): readonly NexusError[] {
  if (model === undefined || existsSync(join(folder, model))) return [];
  return [NexusError.of("NXC_MODEL_NOT_FOUND", { contract: id }, join(folder, model))];
}

function checkRequirements(contract: Contract, cases: readonly Case[], root: string): readonly Finding[] {
  const observed = new Set(cases.flatMap(({ verifies }) => verifies));
  const file = relative(root, join(contract.folder, "contract.yml")).split(sep).join("/");
  return [...contract.requirements.values()].flatMap((requirement, index): readonly Finding[] => {
    const place = { file, pointer: `/requirements/${index}` };
    if (requirement.withdrawn_in !== undefined) return [];
    if (requirement.untested === undefined && !observed.has(requirement.id)) {
      return [
        {
          ...place,
          rule: "contract/unobserved",
          level: "error",
          message: `no case verifies ${requirement.id}`,
          remedy: "Write a fixture that verifies it, or say in untested why none can.",
        },
      ];
    }
    if (requirement.untested !== undefined && observed.has(requirement.id)) {
      return [
        {
          ...place,
          rule: "contract/untested",
          level: "error",
          message: `${requirement.id} is marked untested, and a case verifies it`,
          remedy: "Remove untested.",
        },
      ];
    }
    return [];
  });
}

/** Places of errors read `file:line:column` or `file:line#pointer`. */
const PLACE = /^(?<file>.*?)(?::(?<line>\d+))?(?::\d+)?(?:#(?<pointer>.*))?$/u;

function toFinding(error: NexusError, rule: string, root: string): Finding {
  const { file = "", line, pointer } = PLACE.exec(error.where ?? "")?.groups ?? {};
  const shown = file.startsWith(root) ? relative(root, file).split(sep).join("/") : file;
  return {
    file: shown,
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(pointer === undefined || pointer === "" ? {} : { pointer }),
    rule,
    level: "error",
    message: error.message,
    remedy: error.remedy,
  };
}
