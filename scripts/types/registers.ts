/**
 * The registers of a reference, made from its `contract.yml`: the names of what it serves, with the types of parameters
 * and answers, and for each name the handler in the file that is called after it.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import fg from "fast-glob";
import { load } from "js-yaml";
import { packageRoot } from "../../src/base/package-root.js";

export interface RegisterSource {
  /** The surface of the contract whose names these are. */
  readonly surface: string;
  /** What one of them is called, in kebab-case. The names in the code begin with it. */
  readonly noun: string;
  /** Where the handlers are, from the folder `generated/handlers`; absent where one file has them all. */
  readonly handlers?: string;
  /** Each handler is loaded when it is first asked for. */
  readonly isLazy?: true;
}

export interface ContractRegisters {
  /** Folder of the contract. */
  readonly contract: string;
  readonly registers: readonly RegisterSource[];
  /** Where the types of the contract's schemas are written; the registers are put beside that file. */
  readonly target: string;
}

export interface GeneratedFile {
  readonly path: string;
  readonly code: string;
}

interface Entry {
  readonly surface?: string;
  readonly input: string;
  readonly output: string;
}

interface ContractFile {
  readonly tools: Readonly<Record<string, Entry>>;
  readonly events?: Readonly<Record<string, Entry>>;
}

/** Writes the registers of every package. The code runs on them; the types, which take seconds, are for the compiler. */
export async function writeRegisters(): Promise<readonly string[]> {
  return writeChanged([operationNames(), ...(await contractTypesOfPackages()).flatMap(registersOf)]);
}

/** The operations that bodies of agents and skills name: the tools of the contract at the root of `conformance/`. */
function operationNames(): GeneratedFile {
  const file = load(readFileSync(join(packageRoot, "conformance/contract.yml"), "utf8")) as ContractFile;
  const names = Object.keys(entriesOf(file, "tools"));
  return {
    path: join(packageRoot, "src/generated/operation-names.ts"),
    code: `${BANNER}\nexport const OPERATIONS: readonly string[] = ${JSON.stringify(names)};\n`,
  };
}

/** What each package says in its `scripts/contract-types.ts` of the contract that it is a reference of. */
export async function contractTypesOfPackages<Source extends ContractRegisters>(): Promise<readonly Source[]> {
  const scripts = fg.sync("packages/*/scripts/contract-types.ts", { cwd: packageRoot, absolute: true }).sort();
  const modules = await Promise.all(scripts.map((script) => import(pathToFileURL(script).href)));
  return modules.map(({ contractTypes }: { readonly contractTypes: Source }) => contractTypes);
}

/**
 * Writes each file whose content would change.
 * @returns the files that were written, from the root of the repository
 */
export function writeChanged(files: readonly GeneratedFile[]): readonly string[] {
  const stale = files.filter(({ path, code }) => !existsSync(path) || readFileSync(path, "utf8") !== code);
  for (const { path, code } of stale) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
  return stale.map(({ path }) => relative(packageRoot, path));
}

/** Names with their types, and the handlers of each surface that has them. */
export function registersOf({ contract, registers, target }: ContractRegisters): readonly GeneratedFile[] {
  const file = load(readFileSync(join(contract, "contract.yml"), "utf8")) as ContractFile;
  const title = (path: string) => (JSON.parse(readFileSync(join(contract, path), "utf8")) as { title: string }).title;
  const filled = registers.map((register) => ({ ...register, entries: entriesOf(file, register.surface) }));
  const names = filled.map(({ noun, entries }) => namesCode(noun, entries, title));
  return [
    { path: "register.ts", code: [BANNER, 'import type * as Contract from "./contract.js";\n', ...names].join("\n") },
    ...filled.flatMap(({ noun, handlers, isLazy, entries }) =>
      handlers === undefined
        ? []
        : [{ path: `handlers/${noun}.ts`, code: handlersCode(noun, handlers, Object.keys(entries), isLazy === true) }],
    ),
  ].map(({ path, code }) => ({ path: join(dirname(target), path), code }));
}

const BANNER = "/* Generated from contract.yml by `npm run generate`. */\n";

function entriesOf({ tools, events = {} }: ContractFile, surface: string): Readonly<Record<string, Entry>> {
  if (surface === "events") return events;
  return Object.fromEntries(Object.entries(tools).filter(([, entry]) => (entry.surface ?? "tools") === surface));
}

function namesCode(noun: string, entries: Readonly<Record<string, Entry>>, title: (path: string) => string): string {
  const type = pascalCase(noun);
  const members = Object.entries(entries).map(
    ([name, { input, output }]) =>
      `  readonly ${name}: { readonly params: Contract.${title(input)}; readonly answer: Contract.${title(output)} };\n`,
  );
  return `/** Parameters and answer of each ${noun.replaceAll("-", " ")}. */
export interface ${type}Types {
${members.join("")}}

export type ${type}Name = keyof ${type}Types;

export const ${constantCase(noun)}_NAMES = ${JSON.stringify(Object.keys(entries))} as const satisfies readonly ${type}Name[];

export function is${type}Name(name: string): name is ${type}Name {
  return (${constantCase(noun)}_NAMES as readonly string[]).includes(name);
}
`;
}

function handlersCode(noun: string, folder: string, names: readonly string[], isLazy: boolean): string {
  const modules = names.map((name) => ({
    name,
    value: camelCase(name),
    path: `${folder}/${name.replaceAll("_", "-")}.js`,
  }));
  const imports = modules.map(({ value, path }) => `import { ${value} } from "${path}";\n`);
  const rows = modules.map(({ name, value, path }) =>
    isLazy ? `  ${name}: async () => (await import("${path}")).${value},\n` : `  ${name}: ${value},\n`,
  );
  return `${BANNER}
${isLazy ? "" : `${imports.join("")}\n`}export const ${constantCase(noun)}_HANDLERS = {
${rows.join("")}};
`;
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[-_])([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

function constantCase(noun: string): string {
  return noun.replaceAll("-", "_").toUpperCase();
}
