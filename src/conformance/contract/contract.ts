/** Reads a contract, which says as data what an implementation must do. The kit knows no contract by name. */

import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { DEFAULT_CONTRACT } from "../../base/default-contract.js";
import { NexusError } from "../../base/errors.js";
import { type Path, parsePath } from "../../base/json-path.js";
import { type CompileOptions, placeOf, type SchemaCheck } from "../../base/json-schema.js";
import type { LocatedDocument } from "../../base/located-document.js";
import { didYouMean } from "../../base/nearest.js";
import { once } from "../../base/once.js";
import { packageRoot } from "../../base/package-root.js";
import type { Place } from "../../base/place.js";
import { builtChecks, shippedSchema } from "../../base/shipped-schema.js";
import type {
  Contract as ContractData,
  Invariant as InvariantData,
  OwnProfile,
  Requirement,
  Unasserted,
} from "../../generated/contract.js";
import { type Credentials, inspectCredentials, readCredentials } from "../credentials/credentials.js";
import { invalid, placeIn } from "../notation/contract-problem.js";
import { checkFilePath } from "../notation/file-path.js";
import { type CompiledContract, readCompiled } from "./compiled-contract.js";
import { type ContractFiles, compiledFiles, filesIn } from "./contract-files.js";
import { compileEnvelope, compileRefusalForm, type Envelope, type Refusal } from "./envelope.js";
import { crossReferenceIssues } from "./references.js";
import { foundationsOf } from "./resting.js";
import { type ContractSchemas, type SchemaOptions, schemaLoader } from "./schemas.js";
import { type DecisionTable, readTable } from "./table.js";
import { type Namespace, tokensOf } from "./tokens.js";

export type { Requirement, Unasserted } from "../../generated/contract.js";
export type Level = Requirement["level"];

/** What a tool or an event accepts, returns, and may write in a workspace. */
export interface Operation {
  readonly profile: string;
  readonly surface: string;
  /** Paths of its parameter and answer schemas, relative to contract.yml. */
  readonly input: string | undefined;
  readonly output: string | undefined;
  readonly checkInput: SchemaCheck | undefined;
  readonly checkOutput: SchemaCheck | undefined;
  /** Globs of the files that it may change. If undefined, it may change any. */
  readonly writes: readonly string[] | undefined;
}

export interface StateFile {
  readonly path: string;
  readonly format: "json" | "jsonl";
  /** Path of its schema, relative to contract.yml. */
  readonly schema: string;
  readonly check: SchemaCheck;
}

/** A rule that a list in a state file keeps after every call. */
export type Invariant = {
  readonly id: string;
  readonly requirement: string;
  /** Relative to the workspace; may contain tokens. */
  readonly file: string;
  readonly list: Path;
} & ({ readonly rule: "grows" } | { readonly rule: "unique" | "rises"; readonly key: string });

export interface Contract {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  /** Absolute path of the folder with contract.yml. */
  readonly folder: string;
  /** Whether it belongs to this package, whose tests have already checked its data. */
  readonly isShipped: boolean;
  readonly surfaces: readonly string[];
  readonly profiles: readonly string[];
  /** Profiles beside those of the chain. */
  readonly ownProfiles: ReadonlyMap<string, OwnProfile>;
  readonly fixtures: readonly string[];
  readonly stateRoot: string;
  readonly namespace?: Namespace;
  /** Names of the tokens that its paths may contain. */
  readonly tokens: readonly string[];
  readonly ignore: readonly string[];
  /** Environment variables of every case. */
  readonly environment: Readonly<Record<string, string>>;
  readonly envelope: Envelope;
  readonly tools: ReadonlyMap<string, Operation>;
  readonly events: ReadonlyMap<string, Operation>;
  readonly state: readonly StateFile[];
  /** The credentials of its actors; `path` is relative to contract.yml. */
  readonly credentials?: Credentials & { readonly path: string };
  /** The schema of refusals, if the contract has one. */
  readonly refusals?: { readonly check: SchemaCheck; readonly formOf: (refusal: Refusal) => unknown };
  readonly oracles: {
    readonly output?: string;
    readonly error?: string;
    readonly state?: string;
    readonly tree?: string;
    /** Of a refused call that changes a file. */
    readonly refused?: string;
    readonly outside?: string;
    readonly wait?: string;
  };
  readonly invariants: readonly Invariant[];
  /** Texts of its cases that mean nothing, so that a run may draw others. */
  readonly texts: readonly string[];
  /** Path of the module with its model, relative to its folder. */
  readonly model?: string;
  readonly requirements: ReadonlyMap<string, Requirement>;
  /** What each requirement rests on: while one of these is violated, it cannot be judged. */
  readonly foundations: () => ReadonlyMap<string, readonly string[]>;
  /** The same, and the SHOULDs that MUSTs rest on: where these are refused, refusals in the same words violate no MUST. */
  readonly refusalFoundations: () => ReadonlyMap<string, readonly string[]>;
  readonly tables: ReadonlyMap<string, DecisionTable>;
  /** What no case can assert; `place` is where contract.yml says so. */
  readonly unasserted: readonly (Unasserted & { readonly place: Place })[];
  readonly schemas: ContractSchemas;
  readonly files: ContractFiles;
  /** What the build has found out about the cases of a shipped contract, by fixture file. */
  readonly index?: CompiledContract["fixtures"];
}

/** Every contract has this surface: whether an implementation is a process that can be ended depends on the adapter. */
const PROCESS = "process";

const DEFAULT_FIXTURES = ["tools", "lifecycle", "decisions", "scenarios"].map((folder) => `${folder}/**/*.json`);

/** Folders of the contracts by id: one at the root of `conformance/`, the others below `contracts/`. */
export function findContracts(conformanceFolder = SHIPPED): ReadonlyMap<string, string> {
  return new Map([...contractsIn(conformanceFolder)].map(({ id, folder }) => [id, folder]));
}

const SHIPPED = join(packageRoot, "conformance");

/** Lazy, so that an error in one contract does not affect those before it. */
function* contractsIn(conformanceFolder: string) {
  const others = join(conformanceFolder, "contracts");
  const names = existsSync(others) ? readdirSync(others).sort() : [];
  for (const folder of [conformanceFolder, ...names.map((name) => join(others, name))]) {
    if (!existsSync(join(folder, "contract.yml"))) continue;
    const files = filesIn(folder);
    const document = files.read("contract.yml", "contract");
    const { id } = Object(document.value) as { readonly id: string };
    yield { id, folder, files, document };
  }
}

/** @throws NexusError NXC_CONTRACT_UNKNOWN, NXC_CONTRACT_INVALID, or the error of an unreadable file */
export function loadContract(id = DEFAULT_CONTRACT, conformanceFolder?: string): Contract {
  const compiled = conformanceFolder === undefined ? readCompiled(id) : undefined;
  if (compiled !== undefined) return contractFrom(compiled, join(packageRoot, compiled.folder));
  const known: string[] = [];
  for (const { id: found, folder, files, document } of contractsIn(conformanceFolder ?? SHIPPED)) {
    if (found === id) return checkedContract(document, folder, files, { areShipped: conformanceFolder === undefined });
    known.push(found);
  }
  throw NexusError.of("NXC_CONTRACT_UNKNOWN", { id, hint: didYouMean(id, known), known: known.join(", ") });
}

/**
 * A contract as the build has compiled and checked it.
 * @param folder the absolute path of the folder that the contract was compiled from */
export function contractFrom(compiled: CompiledContract, folder: string): Contract {
  const files = compiledFiles(compiled, folder);
  const document = files.read("contract.yml", "contract");
  const { id } = document.value as ContractData;
  const contract = contractOf(document, folder, files, {
    areShipped: true,
    built: () => builtChecks(id, compiled.hash),
  });
  return { ...contract, index: compiled.fixtures };
}

interface OperationData {
  readonly profile: string;
  readonly surface?: string;
  readonly input?: string;
  readonly output?: string;
  readonly writes?: string[];
}

/**
 * Loads the contract in a folder with a contract.yml.
 * @throws NexusError NXC_CONTRACT_INVALID, or the error of an unreadable file
 */
export function loadContractFrom(folder: string, options: CompileOptions = {}): Contract {
  const files = filesOf(folder);
  return checkedContract(files.read("contract.yml", "contract"), folder, files, options);
}

/** The fixture files of a published contract are only in the compiled contract. */
function filesOf(folder: string): ContractFiles {
  const files = filesIn(folder);
  if (relative(SHIPPED, folder).startsWith("..")) return files;
  const { id } = Object(files.read("contract.yml", "contract").value) as { readonly id: string };
  const compiled = readCompiled(id);
  return compiled === undefined ? files : compiledFiles(compiled, folder);
}

function checkedContract(
  document: LocatedDocument,
  folder: string,
  files: ContractFiles,
  options: CompileOptions,
): Contract {
  const [first] = problemsOf(document, files, options);
  if (first !== undefined) throw first;
  return contractOf(document, folder, files, options);
}

function contractOf(document: LocatedDocument, folder: string, files: ContractFiles, options: SchemaOptions): Contract {
  const data = document.value as ContractData;
  const schemas = schemaLoader(folder, files, options);
  const place = { stateRoot: data.state_root ?? ".", ...(data.namespace && { namespace: data.namespace }) };
  const tokens = Object.keys(tokensOf(place, ""));
  const operation = (entry: OperationData, surface: string): Operation => ({
    profile: entry.profile,
    surface: entry.surface ?? surface,
    input: entry.input,
    output: entry.output,
    checkInput: entry.input === undefined ? undefined : schemas.check(entry.input),
    checkOutput: entry.output === undefined ? undefined : schemas.check(entry.output),
    writes: entry.writes,
  });
  return {
    id: data.id,
    version: data.version,
    title: data.title,
    folder,
    isShipped: options.areShipped === true,
    surfaces: [...new Set([...data.surfaces, PROCESS])],
    profiles: data.profiles,
    ownProfiles: new Map(Object.entries(data.own_profiles ?? {})),
    fixtures: data.fixtures ?? DEFAULT_FIXTURES,
    ...place,
    tokens,
    ignore: data.workspace?.ignore ?? [],
    environment: Object.fromEntries(
      Object.entries(data.workspace?.environment ?? {}).map(([name, value]) => [
        name,
        value.replaceAll("{CONTRACT}", () => folder),
      ]),
    ),
    envelope: compileEnvelope(data.envelope, join(folder, "contract.yml#/envelope")),
    ...readRefusals(data.envelope, schemas, join(folder, "contract.yml#/envelope")),
    tools: new Map(Object.entries(data.tools).map(([name, tool]) => [name, operation(tool, "tools")])),
    events: new Map(Object.entries(data.events ?? {}).map(([name, event]) => [name, operation(event, "events")])),
    state: (data.state ?? []).map((file) => ({
      path: file.path,
      format: file.format ?? "json",
      schema: file.schema,
      check: schemas.check(file.schema),
    })),
    ...(data.credentials === undefined
      ? {}
      : {
          credentials: {
            ...readCredentials(files.read(data.credentials, "contract")),
            path: data.credentials,
          },
        }),
    oracles: data.oracles ?? {},
    texts: data.texts ?? [],
    invariants: (data.invariants ?? []).map((invariant, index) =>
      readInvariant(invariant, tokens, join(folder, `contract.yml#/invariants/${index}`)),
    ),
    ...(data.model === undefined ? {} : { model: data.model }),
    foundations: once(() => foundationsOf(data, "same")),
    refusalFoundations: once(() => foundationsOf(data, "any")),
    requirements: new Map(data.requirements.map((requirement) => [requirement.id, requirement])),
    tables: new Map(
      Object.entries(data.tables ?? {}).map(([name, table]) => [
        name,
        readTable(table, (pointer) => placeIn(document, `/tables/${name}${pointer}`)),
      ]),
    ),
    unasserted: (data.unasserted ?? []).map((entry, index) => ({
      ...entry,
      place: placeIn(document, `/unasserted/${index}`),
    })),
    schemas,
    files,
  };
}

function readRefusals(
  envelope: ContractData["envelope"],
  schemas: ContractSchemas,
  where: string,
): Pick<Contract, "refusals"> {
  const schema = envelope?.error?.schema;
  if (schema === undefined) return {};
  return { refusals: { check: schemas.check(schema), formOf: compileRefusalForm(envelope, where) } };
}

function readInvariant(
  { rule, key = "", list, ...common }: InvariantData,
  tokens: readonly string[],
  where: string,
): Invariant {
  checkFilePath(common.file, tokens, `${where}/file`);
  const rest = { ...common, list: parsePath(list, `${where}/list`) };
  return rule === "grows" ? { ...rest, rule } : { ...rest, rule, key };
}

/**
 * All errors in a contract.yml. Fixtures and schemas are not read.
 * @throws NexusError if it cannot be read or parsed
 */
export function inspectContract(folder: string): readonly NexusError[] {
  const files = filesOf(folder);
  return problemsOf(files.read("contract.yml", "contract"), files, {});
}

function problemsOf(document: LocatedDocument, files: ContractFiles, options: CompileOptions): readonly NexusError[] {
  const issues = shippedSchema("contract.schema.json")(document.value);
  if (issues.length > 0) return issues.map((issue) => invalid(document, placeOf(issue), issue.message));
  const problems = crossReferenceIssues(document.value as ContractData);
  if (problems.length > 0) return problems.map(({ pointer, message }) => invalid(document, pointer, message));
  // Issues every token once. For shipped contracts, the tests of this package have done so.
  return options.areShipped === true ? [] : credentialProblems(document, files);
}

function credentialProblems(document: LocatedDocument, files: ContractFiles): readonly NexusError[] {
  const { credentials } = document.value as ContractData;
  if (credentials === undefined) return [];
  if (files.has(credentials)) return inspectCredentials(files.read(credentials, "contract"));
  return [invalid(document, "/credentials", `there is no file ${credentials} beside contract.yml`)];
}
