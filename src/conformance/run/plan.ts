/** Everything that a run needs, fixed and checked before its first case. */

import { resolve } from "node:path";
import { NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { Mapping } from "../../generated/config.js";
import type { Adapter } from "../adapters/adapter.js";
import { checkMapping } from "../adapters/check-mapping.js";
import { loadAdapter, mapHere } from "../adapters/form.js";
import type { LoadContext } from "../adapters/launch.js";
import { checkAdapter } from "../adapters/module.js";
import { type Baseline, dayOf, readBaseline } from "../baseline/baseline.js";
import { type Contract, type Level, loadContractFrom, type Requirement } from "../contract/contract.js";
import { DEFAULT_CONTRACT } from "../contract/default-contract.js";
import type { Case } from "../fixture/case.js";
import { externalFixtures, readCases } from "../fixture/find-fixtures.js";
import { inspectOpenings } from "../fixture/fixture.js";
import { ownCases, shippedContract } from "../fixture/shipped-contract.js";
import { GuardedFolders } from "../workspace/guarded-folder.js";
import { OwnHome } from "../workspace/own-home.js";
import { workspaceParent } from "../workspace/parent-folder.js";
import { type Selection, select } from "./select.js";

export interface RunOptions extends Selection {
  /** Id of a contract of this package, or the path of a folder with a contract.yml. Default: DEFAULT_CONTRACT. */
  readonly contract?: string;
  /** Fixture files, folders or globs to judge instead of the contract's own. */
  readonly fixtures?: readonly string[];
  /** Milliseconds that each call may take; 10,000 where absent. */
  readonly timeout?: number;
  /** Stops after so many cases that did not pass. */
  readonly bail?: number;
  /** How many cases are judged at a time; 1 where absent. */
  readonly jobs?: number;
  /** Judges the cases in an order that this integer from 0 to 4294967295 decides; in that of the files where absent. */
  readonly seed?: number;
  /** Notes and violated SHOULD requirements fail the run as well. */
  readonly strict?: boolean;
  /** Leaves the folder of every case in place and names it in the report. */
  readonly keepWorkspaces?: boolean;
  /** File of cases that are known not to pass. */
  readonly baseline?: string;
  /** The day against which entries of the baseline expire; that of the clock where absent. */
  readonly now?: Date;
  /** Records what every step asked, was answered and changed. */
  readonly trace?: boolean;
  /** Keeps what every case asserted, for coverageOf(). */
  readonly coverage?: boolean;
  /** How the names and forms of the contract become those of the implementation. */
  readonly mapping?: Mapping;
  /** The folder that relative paths are taken from; the process's own where absent. */
  readonly cwd?: string;
}

export interface RunPlan {
  readonly contract: Contract;
  readonly adapter: Adapter;
  /** As a command line names the adapter. */
  readonly adapterForm: string;
  /** What stood between the contract's names and those of the implementation. */
  readonly mapping: Mapping;
  /** As a command line names the contract, unless it is the default one. */
  readonly contractForm: string | undefined;
  readonly profile: string;
  readonly cases: readonly Case[];
  readonly requirements: readonly Requirement[];
  /** All cases that could show that a tool works at all. */
  readonly controls: () => readonly Case[];
  readonly fixtures: readonly string[];
  readonly timeout: number;
  readonly bail: number;
  readonly jobs: number;
  readonly seed: number | undefined;
  readonly strict: boolean;
  readonly keepWorkspaces: boolean;
  /** The guarded folders in which cases take place. */
  readonly guardedFolders: GuardedFolders;
  /** What this process takes for the home folder of its user, where the implementation runs in it. */
  readonly ownHome: OwnHome | undefined;
  readonly baseline: Baseline | undefined;
  readonly trace: boolean;
  readonly coverage: boolean;
  /** The weakest level that was asked for. */
  readonly level: Level;
}

/** What stands for a command line where an adapter was given as an object. */
const IN_PROCESS = "in-process";

/** What a run judges and by what, fixed before anything is asked of an implementation. */
type RunScope = Omit<RunPlan, "adapter" | "adapterForm" | "mapping" | "guardedFolders" | "ownHome">;

/**
 * Loads contract, fixtures and adapter, and fixes what will be judged.
 * @param adapter an adapter, or the form in which a command line names one
 * @throws NexusError for anything that is wrong with the contract, the fixtures, the selection or the adapter
 */
export async function planRun(adapter: Adapter | string, options: RunOptions = {}): Promise<RunPlan> {
  if (typeof adapter !== "string") return planFor(adapter, options);
  const scope = planScope(options);
  const guardedFolders = guardedFoldersFor(scope, adapter);
  const ownHome = ownHomeFor(adapter, scope);
  // A module may ask for its home folder while it is loaded, and keep it.
  ownHome?.enter(guardedFolders.takeForRun());
  try {
    const loaded = await loadAdapter(adapter, loadContext(scope, options, guardedFolders));
    return completePlan(scope, loaded, adapter, { guardedFolders, ownHome }, options.mapping);
  } catch (thrown) {
    ownHome?.leave();
    await guardedFolders.remove();
    throw thrown;
  }
}

/**
 * Like {@link planRun} for an adapter that is there already, without waiting for anything: test runners want to know
 * their cases at once.
 */
export function planFor(adapter: Adapter, options: RunOptions = {}): RunPlan {
  const scope = planScope(options);
  const guardedFolders = guardedFoldersFor(scope, IN_PROCESS);
  const mapped = mapHere(checkAdapter(adapter), loadContext(scope, options, guardedFolders));
  return completePlan(scope, mapped, IN_PROCESS, { guardedFolders, ownHome: undefined }, options.mapping);
}

function loadContext(
  { contract, timeout }: RunScope,
  { cwd, mapping }: RunOptions,
  guardedFolders: GuardedFolders,
): LoadContext {
  if (mapping !== undefined) checkMapping(mapping, contract);
  return { cwd: cwd ?? process.cwd(), limit: timeout, contract, mapping: mapping ?? {}, guardedFolders };
}

function guardedFoldersFor({ keepWorkspaces: isKept }: RunScope, adapterForm: string): GuardedFolders {
  const isInProcess = adapterForm === IN_PROCESS || isModule(adapterForm);
  return new GuardedFolders(workspaceParent({ isInProcess, isKept }), isKept);
}

function isModule(adapterForm: string): boolean {
  return adapterForm.startsWith("module:");
}

function completePlan(
  scope: RunScope,
  adapter: Adapter,
  adapterForm: string,
  places: Pick<RunPlan, "guardedFolders" | "ownHome">,
  mapping: Mapping = {},
): RunPlan {
  checkDeclarations(adapter, scope.contract);
  return { ...scope, adapter, adapterForm, mapping, ...places };
}

/**
 * A caller's own object runs in the caller's process, whose home is not ours to move. Several cases at a time would need
 * several homes in one process.
 */
function ownHomeFor(adapterForm: string, { jobs }: RunScope): OwnHome | undefined {
  return isModule(adapterForm) && jobs === 1 ? new OwnHome() : undefined;
}

/**
 * Everything of a plan but the adapter.
 * @throws NexusError for anything that is wrong with the contract, the fixtures, the selection or the baseline
 */
export function planScope(options: RunOptions): RunScope {
  checkOptions(options);
  const cwd = options.cwd ?? process.cwd();
  const contract = findContract(options.contract ?? DEFAULT_CONTRACT, cwd);
  const [broken] = inspectOpenings(contract);
  if (broken !== undefined) throw broken;
  const own = once(() => ownCases(contract, cwd));
  const fixtures = options.fixtures ?? [];
  const cases = fixtures.length === 0 ? own() : readCases(externalFixtures(fixtures, contract, cwd), contract);
  const selected = select(cases, contract, options);
  const { baseline } = options;
  const today = dayOf(options.now ?? new Date());
  return {
    contract,
    contractForm: options.contract,
    profile: selected.profile,
    cases: selected.cases,
    requirements: fixtures.length === 0 ? selected.requirements : onlyVerified(selected),
    controls: once(() => (fixtures.length === 0 ? cases : [...cases, ...own()])),
    fixtures,
    timeout: options.timeout ?? 10_000,
    bail: options.bail ?? Number.POSITIVE_INFINITY,
    jobs: options.jobs ?? 1,
    seed: options.seed,
    strict: options.strict ?? false,
    keepWorkspaces: options.keepWorkspaces ?? false,
    baseline: baseline === undefined ? undefined : readBaseline(resolve(cwd, baseline), baseline, today),
    trace: options.trace ?? false,
    coverage: options.coverage ?? false,
    level: options.level ?? "MAY",
  };
}

/** Fixtures of somebody else seldom need those of the contract beside them. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Callers in plain JavaScript have no compiler that would tell them. */
function checkOptions(options: RunOptions): void {
  const fail = (option: string, problem: string) => NexusError.of("NXC_OPTION_INVALID", { option, problem });
  const { timeout, bail, jobs, seed, level } = options;
  // Timers count in 32 bits; anything longer would end at once.
  if (timeout !== undefined && !(Number.isInteger(timeout) && timeout >= 1 && timeout < 2 ** 31)) {
    throw fail("timeout", "is no whole number of milliseconds from 1 to 2147483647");
  }
  if (bail !== undefined && !(bail >= 1)) throw fail("bail", "is no number from 1");
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs >= 1)) throw fail("jobs", "is no whole number from 1");
  if (seed !== undefined && !(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)) {
    throw fail("seed", "is no whole number from 0 to 4294967295");
  }
  if (level !== undefined && !["MUST", "SHOULD", "MAY"].includes(level))
    throw fail("level", "is none of MUST, SHOULD, MAY");
  for (const option of ["run", "skip", "requirements", "fixtures"] as const) {
    const list: unknown = options[option];
    if (list !== undefined && !(Array.isArray(list) && list.every((item) => typeof item === "string"))) {
      throw fail(option, "is no list of texts");
    }
  }
}

function findContract(named: string, cwd: string): Contract {
  return named.includes("/") ? loadContractFrom(resolve(cwd, named)) : shippedContract(named);
}

/** Fixtures of somebody else's answer only for the requirements that they name. */
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

/** A declaration with a slip of the pen would silently take cases out of the run. */
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
