/** Loads an adapter from its form on the command line, KIND:ARGUMENT. */

import { NexusError } from "../../base/errors.js";
import type { Mapping } from "../../generated/config.js";
import { heedSignals } from "../workspace/at-end.js";
import type { Adapter } from "./adapter.js";
import { hookRunner } from "./hook.js";
import { loadHostedAdapter, moduleAt } from "./hosted.js";
import type { LoadContext } from "./launch.js";
import { loadLinesAdapter } from "./lines.js";
import { mapAdapter } from "./mapping.js";
import { loadMcpHttpAdapter } from "./mcp-http.js";
import { loadMcpStdioAdapter } from "./mcp-stdio.js";
import { loadModuleAdapter } from "./module.js";
import { splitCommand } from "./split-command.js";

type MappingContext = Pick<LoadContext, "cwd" | "limit" | "mapping" | "contract">;
type Load = (argument: string, context: LoadContext) => Promise<Adapter>;

const KINDS: Readonly<Record<string, Load>> = {
  module: loadModule,
  lines: loadLinesAdapter,
  "mcp-stdio": loadMcpStdioAdapter,
  "mcp-http": loadMcpHttpAdapter,
};

/**
 * @param form for example `module:./adapter.mjs` or `lines:python3 adapter.py`
 * @throws NexusError NXC_ADAPTER_FORM, or an error of the kind
 */
export async function loadAdapter(form: string, context: LoadContext): Promise<Adapter> {
  const [, kind = "", argument = ""] = /^([a-z-]+):(.*)$/su.exec(form) ?? [];
  const load = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (load === undefined || argument.trim() === "") throw NexusError.of("NXC_ADAPTER_FORM", { form }, "--adapter");
  if (context.mapping.launch !== undefined && kind !== "mcp-http") {
    const reason = `launch starts a server over HTTP, and ${kind}: starts its program itself`;
    throw NexusError.of("NXC_ADAPTER_MAPPING", { reason });
  }
  if (!isHere(form, context)) heedSignals();
  return mapped(await load(argument.trim(), context), context);
}

/** Applies a mapping to an adapter object. @throws NexusError NXC_ADAPTER_MAPPING */
export function mapHere(adapter: Adapter, context: MappingContext): Adapter {
  checkHere(context.mapping);
  return mapped(adapter, context);
}

function mapped(adapter: Adapter, { mapping, cwd, limit, contract }: MappingContext): Adapter {
  // Report a malformed command now, and not in every case that fires the event.
  for (const command of Object.values(mapping.events ?? {})) splitCommand(command);
  if (Object.keys(mapping).length === 0) return adapter;
  return mapAdapter(adapter, mapping, hookRunner(cwd, limit), contract.credentials !== undefined);
}

async function loadModule(named: string, context: LoadContext): Promise<Adapter> {
  checkHere(context.mapping);
  if (context.inProcess !== true) return loadHostedAdapter(named, context);
  return loadModuleAdapter(moduleAt(named, context.cwd), named, context.limit);
}

/** Whether an adapter runs in the process of the judge. */
export function isHere(form: string, { inProcess }: { readonly inProcess?: boolean | undefined }): boolean {
  return form.startsWith("module:") && inProcess === true;
}

/** Whether the cases share no process, so that they can be judged beside each other. */
export function hasOwnProcesses(
  form: string,
  options: { readonly inProcess?: boolean | undefined; readonly mapping?: Mapping | undefined },
): boolean {
  return !isHere(form, options) && (!form.startsWith("mcp-http:") || options.mapping?.launch !== undefined);
}

/** A module learns everything from `open` and `call`. */
function checkHere({ workspace, credential }: Mapping): void {
  if (credential !== undefined && !("param" in credential)) {
    const reason = "a module gets the credential in the options of call(), so credential can only be { param: NAME }";
    throw NexusError.of("NXC_ADAPTER_MAPPING", { reason });
  }
  if (workspace === "cwd" || (typeof workspace === "object" && "env" in workspace)) {
    const reason = "a module learns the workspace from open(), so workspace can only be { param: NAME } or none";
    throw NexusError.of("NXC_ADAPTER_MAPPING", { reason });
  }
}
