/** The configuration file of nexus-conformance: flags for every command in a project. */

import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { definedOnly } from "../../base/defined-only.js";
import { NexusError } from "../../base/errors.js";
import { placeOf } from "../../base/json-schema.js";
import { type LocatedDocument, parseJson, parseYaml } from "../../base/located-document.js";
import { readText } from "../../base/read-text.js";
import { reasonOf } from "../../base/reason-of.js";
import { shippedSchema } from "../../base/shipped-schema.js";
import { anchorCommand, joinCommand, splitCommand } from "../../conformance/adapters/split-command.js";
import type { Config } from "../../generated/config.js";

const NAME = "nexus-conformance.config";
const EXTENSIONS = ["yml", "yaml", "json", "ts", "mjs", "js"];

/**
 * Reads the named file, or the nearest one from `cwd` upwards.
 * @returns its values, with paths relative to `cwd`, as on a command line
 * @throws NexusError when the named file is missing, or breaks the schema
 */
export async function loadConfig(named: string | undefined, cwd: string): Promise<Config> {
  const file = named === undefined ? nearestConfig(cwd) : resolve(cwd, named);
  if (file === undefined) return {};
  const shown = relative(cwd, file) || file;
  const document = await readConfig(file, shown);
  const [issue] = shippedSchema("config.schema.json")(document.value ?? {});
  if (issue !== undefined) {
    const place = `${shown}:${document.at(placeOf(issue)).line}#${placeOf(issue)}`;
    throw NexusError.of("NXC_CONFIG_INVALID", { reason: issue.message }, place);
  }
  return fromFolder((document.value ?? {}) as Config, dirname(file), cwd);
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
    ...(events.length === 0 ? {} : { mapping: { ...mapping, events: Object.fromEntries(events) } }),
    ...(contract?.includes("/") === true ? { contract: path(contract) } : {}),
    ...definedOnly({
      fixtures: fixtures?.map(path),
      baseline: baseline && path(baseline),
      store: store && path(store),
      reporter: reporter?.map(afterColon),
    }),
  };
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
