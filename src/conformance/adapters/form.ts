/** The small language in which a command line names an adapter: KIND:ARGUMENT. */

import { NexusError } from "../../errors.js";
import type { Adapter } from "../adapter.js";
import type { LoadContext } from "./launch.js";
import { loadLinesAdapter } from "./lines.js";
import { loadModuleAdapter } from "./module.js";

type Load = (argument: string, context: LoadContext) => Promise<Adapter>;

const KINDS: Readonly<Record<string, Load>> = {
  module: (path, { cwd, limit }) => loadModuleAdapter(path, cwd, limit),
  lines: loadLinesAdapter,
};

/**
 * @param form for example `module:./adapter.mjs` or `lines:python3 adapter.py`
 * @throws NexusError NXC_ADAPTER_FORM, or that of the kind
 */
export async function loadAdapter(form: string, context: LoadContext): Promise<Adapter> {
  const [, kind = "", argument = ""] = /^([a-z-]+):(.*)$/su.exec(form) ?? [];
  const load = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (load === undefined || argument.trim() === "") throw NexusError.of("NXC_ADAPTER_FORM", { form }, "--adapter");
  return load(argument.trim(), context);
}
