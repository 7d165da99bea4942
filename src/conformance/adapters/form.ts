/** The small language in which a command line names an adapter: KIND:ARGUMENT. */

import { NexusError } from "../../errors.js";
import type { Adapter } from "../adapter.js";
import { loadModuleAdapter } from "./module.js";

/**
 * @param form for example `module:./adapter.mjs`
 * @param cwd the folder that relative paths are taken from
 * @param limit milliseconds that loading may take
 * @throws NexusError NXC_ADAPTER_FORM, or that of the kind
 */
export async function loadAdapter(form: string, cwd: string, limit: number): Promise<Adapter> {
  const argument = form.startsWith("module:") ? form.slice("module:".length).trim() : "";
  if (argument === "") throw NexusError.of("NXC_ADAPTER_FORM", { form }, "--adapter");
  return loadModuleAdapter(argument, cwd, limit);
}
