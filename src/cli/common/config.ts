/** The configuration file of nexus-conformance: flags for every command in a project. */

import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { DEFAULT_CONTRACT } from "../../base/default-contract.js";
import { definedOnly } from "../../base/defined-only.js";
import { NexusError } from "../../base/errors.js";
import { placeOf } from "../../base/json-schema.js";
import { type LocatedDocument, parseJson, parseYaml } from "../../base/located-document.js";
import { readText } from "../../base/read-text.js";
import { reasonOf } from "../../base/reason-of.js";
import { shippedSchema } from "../../base/shipped-schema.js";
import { anchorCommand, joinCommand, splitCommand } from "../../conformance/adapters/split-command.js";
import type { Config } from "../../generated/config.js";

export interface ConfigFlags {
  readonly config?: string | undefined;
  readonly contract?: string | undefined;
}

const NAME = "nexus-conformance.config";
const EXTENSIONS = ["yml", "yaml", "json", "ts", "mjs", "js"];

/**
 * Reads the named file, or the nearest one from `cwd` upwards.
 * @param flags the file and the contract that the command line names
 * @returns its values for that contract, with paths relative to `cwd`, as on a command line
 * @throws NexusError when the named file is missing, or breaks the schema
 */
export async function loadConfig(flags: ConfigFlags, cwd: string): Promise<Config> {
  const shown = configFileOf(flags.config, cwd);
  if (shown === undefined) return {};
  const file = resolve(cwd, shown);
  const document = await readConfig(file, shown);
  const [issue] = shippedSchema("config.schema.json")(document.value ?? {});
  if (issue !== undefined) {
    const place = `${shown}:${document.at(placeOf(issue)).line}#${placeOf(issue)}`;
    throw NexusError.of("NXC_CONFIG_INVALID", { reason: issue.message }, place);
  }
  return fromFolder(forContract((document.value ?? {}) as Config, flags.contract), dirname(file), cwd);
}

/** What the file says of the contract wins over what it says of all. */
function forContract({ contracts = {}, ...common }: Config, named: string | undefined): Config {
  const contract = named ?? common.contract;
  return { ...common, ...contracts[contract ?? DEFAULT_CONTRACT], ...definedOnly({ contract }) };
}

/** Paths in the file start at its folder, paths on a command line at the working directory. */
function fromFolder(config: Config, folder: string, cwd: string): Config {
  const path = (text: string) => `./${relative(cwd, resolve(folder, text)).split(sep).join("/")}`;
  const afterColon = (text: string) => text.replace(/:(.+)$/u, (_, rest: string) => `:${path(rest)}`);
  const command = (text: string) => (folder === cwd ? text : joinCommand(anchorCommand(splitCommand(text), folder)));
  const { adapter, contract, fixtures, baseline, store, reporter, mapping } = config;
  const [, kind, rest = ""] = /^(lines|mcp-stdio):(.*)$/su.exec(adapter ?? "") ?? [];
  const events = Object.entries(mapping?.events ?? {}).map(([event, hook]) => [event, command(hook)] as const);
  return {
    ...config,
    ...(adapter?.startsWith("module:") === true ? { adapter: afterColon(adapter) } : {}),
    ...(kind === undefined ? {} : { adapter: `${kind}:${command(rest)}` }),
    ...(mapping === undefined
      ? {}
      : {
          mapping: {
            ...mapping,
            ...(events.length === 0 ? {} : { events: Object.fromEntries(events) }),
            ...(mapping.launch === undefined ? {} : { launch: command(mapping.launch) }),
          },
        }),
    ...(contract?.includes("/") === true ? { contract: path(contract) } : {}),
    ...definedOnly({
      fixtures: fixtures?.map(path),
      baseline: baseline && path(baseline),
      store: store && path(store),
      reporter: reporter?.map(afterColon),
    }),
  };
}

/** The path of the configuration file relative to `cwd`. Undefined if none is named and none is found. */
export function configFileOf(named: string | undefined, cwd: string): string | undefined {
  const file = named === undefined ? nearestConfig(cwd) : resolve(cwd, named);
  return file === undefined ? undefined : relative(cwd, file) || file;
}

function nearestConfig(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = EXTENSIONS.map((extension) => join(folder, `${NAME}.${extension}`)).find((file) => existsSync(file));
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

async function readConfig(file: string, shown: string): Promise<LocatedDocument> {
  if (/\.[cm]?[jt]s$/u.test(file)) return importConfig(file, shown);
  const text = readText(file, "configuration file", shown);
  return file.endsWith(".json") ? parseJson(text, shown) : parseYaml(text, shown);
}

async function importConfig(file: string, shown: string): Promise<LocatedDocument> {
  if (!existsSync(file)) throw NexusError.of("NXC_FILE_NOT_FOUND", { kind: "configuration file" }, shown);
  try {
    const { default: value } = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
    return { file: shown, value, at: () => ({ line: 1, column: 1 }) };
  } catch (thrown) {
    throw NexusError.of("NXC_CONFIG_LOAD", { reason: reasonOf(thrown) }, shown, thrown);
  }
}
