/** Loads and checks everything that a run needs, before its first case. */

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { DEFAULT_CONTRACT } from "../../base/default-contract.js";
import { NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import { once } from "../../base/once.js";
import type { Mapping } from "../../generated/config.js";
import type { Adapter } from "../adapters/adapter.js";
import { checkMapping } from "../adapters/check-mapping.js";
import { hasOwnProcesses, isHere, loadAdapter, mapHere } from "../adapters/form.js";
import type { LoadContext } from "../adapters/launch.js";
import { checkAdapter } from "../adapters/module.js";
import { type Baseline, dayOf, readBaseline } from "../baseline/baseline.js";
import { type Contract, type Level, loadContractFrom, type Requirement } from "../contract/contract.js";
import { LEVELS } from "../contract/level.js";
import { ORIGINS, type Origin } from "../contract/origin.js";
import type { Case } from "../fixture/case.js";
import { externalFixtures, readCases } from "../fixture/find-fixtures.js";
import { inspectOpenings } from "../fixture/fixture.js";
import { ownCases, shippedContract } from "../fixture/shipped-contract.js";
import { GuardedFolders } from "../workspace/guarded-folder.js";
import { OwnHome } from "../workspace/own-home.js";
import { workspaceParent } from "../workspace/parent-folder.js";
import { type Selected, type Selection, select } from "./select.js";

export interface RunOptions extends Selection {
  /** Id of a contract of this package, or path of a folder with a contract.yml. Default: DEFAULT_CONTRACT. */
  readonly contract?: string;
  /** Fixture files, folders or globs to run instead of the contract's own. */
  readonly fixtures?: readonly string[];
  /** Time limit of each call, in milliseconds. Default: 10,000. */
  readonly timeout?: number;
  /** Stops after this number of cases that did not pass. Default: never. */
  readonly bail?: number;
  /** Runs a `module:` adapter in this process, for a debugger. The implementation can then reach its judge. */
  readonly inProcess?: boolean;
  /** Number of cases that run at the same time. Default: one for each core, or 1 where cases share a process. */
  readonly jobs?: number;
  /**
   * Number of random calls at the end of a run that found no violated MUST, compared with the model of the contract. Default:
   * 300, or 0 for selected cases, for foreign fixtures and for a contract without a model.
   */
  readonly explore?: number;
  /** Draws the texts that mean nothing from this integer, from 0 to 4294967295. Default: as written. */
  readonly seed?: number;
  /** Runs the cases in an order derived from this integer, from 0 to 4294967295. Default: the order of the files. */
  readonly shuffle?: number;
  /** Whether notes and violated SHOULD requirements fail the run. */
  readonly strict?: boolean;
  /** Keeps the folder of every case, and names it in the report. */
  readonly keepWorkspaces?: boolean;
  /** Path of a baseline, which lists cases that are known not to pass. */
  readonly baseline?: string;
  /** The date that `expires` in the baseline is compared with. Default: today. */
  readonly now?: Date;
  /** Records the calls, answers and file changes of every step. */
  readonly trace?: boolean;
  /** Records what every case asserts, for coverageOf(). */
  readonly coverage?: boolean;
  /** Translates between the names of the contract and those of the implementation. */
  readonly mapping?: Mapping;
  /** The configuration file that these options come from, for reports. */
  readonly config?: string;
  /** The folder that relative paths start from. Default: the current folder of the process. */
  readonly cwd?: string;
}

export interface RunPlan {
  readonly contract: Contract;
  readonly adapter: Adapter;
  /** The adapter as written on the command line. */
  readonly adapterForm: string;
  /** Whether the adapter runs in this process, so that the implementation could reach its judge. */
  readonly isInProcess: boolean;
  /** The mapping that {@link adapter} applies. */
  readonly mapping: Mapping;
  /** The folder that paths in options are relative to, absolute. No implementation should write there. */
  readonly cwd: string;
  /** The contract as written on the command line. Undefined for the default. */
  readonly contractForm: string | undefined;
  readonly profile: string;
  readonly cases: readonly Case[];
  /** How many of the cases of the profile these are; undefined where they are all. */
  readonly selection?: { readonly cases: number; readonly of: number } | undefined;
  readonly requirements: readonly Requirement[];
  /** All cases that could show that a tool works. */
  readonly controls: () => readonly Case[];
  readonly fixtures: readonly string[];
  readonly timeout: number;
  readonly bail: number;
  readonly jobs: number;
  readonly explore: number;
  readonly seed: number | undefined;
  readonly shuffle: number | undefined;
  readonly strict: boolean;
  readonly keepWorkspaces: boolean;
  /** Provides the folders that cases run in. */
  readonly guardedFolders: GuardedFolders;
  /**
   * Present if the implementation is a module that runs in this process, one case at a time. An adapter object may belong to
   * a process whose home must not change, and concurrent cases would need several homes.
   */
  readonly ownHome: OwnHome | undefined;
  readonly baseline: Baseline | undefined;
  readonly trace: boolean;
  readonly coverage: boolean;
  /** The weakest level to judge. */
  readonly level: Level;
  /** The origin of the requirements to judge. Undefined for both. */
  readonly origin: Origin | undefined;
  /** The configuration file, for reports. */
  readonly config: string | undefined;
}

/** The number of random calls at the end of a whole run, unless an option says otherwise. */
const DEFAULT_EXPLORE = 300;

/** The adapter form in reports if the adapter is an object. */
export const IN_PROCESS = "in-process";

/** The part of a plan that does not depend on the adapter. */
type RunScope = Omit<RunPlan, "adapter" | "adapterForm" | "isInProcess" | "mapping" | "guardedFolders" | "ownHome">;

/**
 * Loads contract, fixtures and adapter, and selects the cases.
 * @param adapter an adapter, or its form on the command line
 * @throws NexusError for problems in the contract, the fixtures, the selection or the adapter
 */
export async function planRun(adapter: Adapter | string, options: RunOptions = {}): Promise<RunPlan> {
  if (typeof adapter !== "string") return planFor(adapter, options);
  const jobs = options.jobs ?? (hasOwnProcesses(adapter, options) ? availableParallelism() : 1);
  const scope = planScope({ ...options, jobs });
  const guardedFolders = guardedFoldersFor(scope, adapter);
  const isInProcess = isHere(adapter, options);
  const ownHome = isInProcess && scope.jobs === 1 ? new OwnHome() : undefined;
  // Before loading, because a module may look up its home folder then.
  ownHome?.enter(guardedFolders.takeForRun());
  let loaded: Adapter | undefined;
  try {
    loaded = await loadAdapter(adapter, loadContext(scope, options, guardedFolders));
    return completePlan(scope, loaded, adapter, { guardedFolders, ownHome, isInProcess }, options.mapping);
  } catch (thrown) {
    await loaded?.close?.();
    ownHome?.leave();
    await guardedFolders.remove();
    throw thrown;
  }
}

/**
 * Like {@link planRun} for an adapter object, but synchronous, because test runners define their tests synchronously.
 */
export function planFor(adapter: Adapter, options: RunOptions = {}): RunPlan {
  const scope = planScope(options);
  const guardedFolders = guardedFoldersFor(scope, IN_PROCESS);
  const mapped = mapHere(checkAdapter(adapter), loadContext(scope, options, guardedFolders));
  return completePlan(
    scope,
    mapped,
    IN_PROCESS,
    { guardedFolders, ownHome: undefined, isInProcess: true },
    options.mapping,
  );
}

function loadContext(
  { contract, timeout }: RunScope,
  { cwd, mapping, inProcess }: RunOptions,
  guardedFolders: GuardedFolders,
): LoadContext {
  if (mapping !== undefined) checkMapping(mapping, contract);
  return { cwd: cwd ?? process.cwd(), limit: timeout, contract, mapping: mapping ?? {}, inProcess, guardedFolders };
}

function guardedFoldersFor({ keepWorkspaces: isKept }: RunScope, adapterForm: string): GuardedFolders {
  const isInProcess = adapterForm === IN_PROCESS || adapterForm.startsWith("module:");
  return new GuardedFolders(workspaceParent({ isInProcess, isKept }), isKept);
}

function completePlan(
  scope: RunScope,
  adapter: Adapter,
  adapterForm: string,
  places: Pick<RunPlan, "guardedFolders" | "ownHome" | "isInProcess">,
  mapping: Mapping = {},
): RunPlan {
  checkDeclarations(adapter, scope.contract);
  return { ...scope, adapter, adapterForm, mapping, ...places };
}

/**
 * Loads everything except the adapter.
 * @throws NexusError for problems in the contract, the fixtures, the selection or the baseline
 */
export function planScope(options: RunOptions): RunScope {
  checkOptions(options);
  const cwd = options.cwd ?? process.cwd();
  const contract = findContract(options.contract ?? DEFAULT_CONTRACT, cwd);
  const [broken] = contract.isShipped ? [] : inspectOpenings(contract);
  if (broken !== undefined) throw broken;
  // A run of foreign fixtures rarely needs the cases of the contract.
  const own = once(() => ownCases(contract, cwd, options.seed));
  const fixtures = options.fixtures ?? [];
  const cases = fixtures.length === 0 ? own() : readCases(externalFixtures(fixtures, contract, cwd), contract);
  const selected = select(cases, contract, options);
  const { baseline } = options;
  const today = dayOf(options.now ?? new Date());
  return {
    contract,
    cwd: resolve(cwd),
    contractForm: options.contract,
    profile: selected.profile,
    cases: selected.cases,
    selection: selectionIn(selected, options),
    requirements: fixtures.length === 0 ? selected.requirements : onlyVerified(selected),
    controls: once(() => (fixtures.length === 0 ? cases : [...cases, ...own()])),
    fixtures,
    timeout: options.timeout ?? 10_000,
    bail: options.bail ?? Number.POSITIVE_INFINITY,
    jobs: options.jobs ?? 1,
    explore: options.explore ?? (isSelective(options) || contract.model === undefined ? 0 : DEFAULT_EXPLORE),
    seed: options.seed,
    shuffle: options.shuffle,
    strict: options.strict ?? false,
    keepWorkspaces: options.keepWorkspaces ?? false,
    baseline: baseline === undefined ? undefined : readBaseline(resolve(cwd, baseline), baseline, today),
    trace: options.trace ?? false,
    coverage: options.coverage ?? false,
    level: options.level ?? "INFO",
    origin: options.origin,
    config: options.config,
  };
}

function selectionIn({ cases, inScope }: Selected, options: RunOptions): RunScope["selection"] {
  if (!isSelective({ ...options, fixtures: [] })) return undefined;
  return inScope === cases.length ? undefined : { cases: cases.length, of: inScope };
}

/** Whether the options name cases, and not only a scope. */
function isSelective({ run, skip, requirements, fixtures }: RunOptions): boolean {
  return [run, skip, requirements, fixtures].some((list) => list !== undefined && list.length > 0);
}

/** Checks types at run time for callers in plain JavaScript. */
function checkOptions(options: RunOptions): void {
  const fail = (option: string, problem: string) => NexusError.of("NXC_OPTION_INVALID", { option, problem });
  const { timeout, bail, jobs, level, origin } = options;
  // Node's timers use 32 bits. A longer time limit would end immediately.
  if (timeout !== undefined && !(Number.isInteger(timeout) && timeout >= 1 && timeout < 2 ** 31)) {
    throw fail("timeout", "is not a whole number of milliseconds from 1 to 2147483647");
  }
  if (bail !== undefined && !(bail >= 1)) throw fail("bail", "is not a number from 1");
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs >= 1)) throw fail("jobs", "is not a whole number from 1");
  for (const option of ["seed", "shuffle", "explore"] as const) {
    const number = options[option];
    if (number !== undefined && !(Number.isInteger(number) && number >= 0 && number < 2 ** 32)) {
      throw fail(option, "is not a whole number from 0 to 4294967295");
    }
  }
  if (level !== undefined && !LEVELS.includes(level)) throw fail("level", `is not one of ${LEVELS.join(", ")}`);
  if (origin !== undefined && !ORIGINS.includes(origin)) throw fail("origin", `is not one of ${ORIGINS.join(", ")}`);
  for (const option of ["run", "skip", "requirements", "fixtures"] as const) {
    const list: unknown = options[option];
    if (list !== undefined && !(Array.isArray(list) && list.every((item) => typeof item === "string"))) {
      throw fail(option, "is not a list of texts");
    }
  }
}

function findContract(named: string, cwd: string): Contract {
  return named.includes("/") ? loadContractFrom(resolve(cwd, named)) : shippedContract(named);
}

/** A run of foreign fixtures is responsible only for the requirements that they name. */
function onlyVerified({
  cases,
  requirements,
}: {
  readonly cases: readonly Case[];
  readonly requirements: readonly Requirement[];
}) {
  const verified = new Set(cases.flatMap(({ verifies }) => verifies));
  return requirements.filter(({ id }) => verified.has(id));
}

/** A misspelled name in a declaration would silently skip cases. */
function checkDeclarations(adapter: Adapter, contract: Contract): void {
  const check = (member: string, declared: readonly string[], known: readonly string[]) => {
    for (const name of declared) {
      if (known.includes(name)) continue;
      const reason = `${member} names "${name}", which contract ${contract.id} does not have. ${didYouMean(name, known)}`;
      throw NexusError.of("NXC_ADAPTER_SHAPE", { reason: reason.trim().replace(/\.$/u, "") });
    }
  };
  check("tools", adapter.tools ?? [], [...contract.tools.keys()]);
  check("events", adapter.events ?? [], [...contract.events.keys()]);
  check("surfaces", adapter.surfaces ?? [], contract.surfaces);
}
