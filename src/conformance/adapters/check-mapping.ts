/** A slip of the pen in a mapping would silently change nothing, so it is held against its schema and the contract. */

import { join } from "node:path";
import { NexusError } from "../../errors.js";
import type { Mapping } from "../../generated/config.js";
import { compileSchemas } from "../../json-schema.js";
import { parseJson } from "../../located-document.js";
import { didYouMean } from "../../nearest.js";
import { packageRoot } from "../../package-root.js";
import { readText } from "../../read-text.js";
import type { Contract } from "../contract.js";

/** @throws NexusError NXC_OPTION_INVALID for another form, NXC_ADAPTER_MAPPING for names that the contract lacks */
export function checkMapping(mapping: Mapping, contract: Pick<Contract, "id" | "tools" | "events">): void {
  const file = join(packageRoot, "conformance/schema/config.schema.json");
  const schema = parseJson(readText(file, "schema"), file).value as object;
  const [issue] = compileSchemas([schema], { areShipped: true })("config.schema.json#/$defs/mapping")(mapping);
  if (issue !== undefined) {
    const problem = `is no mapping: ${issue.message}${issue.pointer === "" ? "" : ` at ${issue.pointer}`}`;
    throw NexusError.of("NXC_OPTION_INVALID", { option: "mapping", problem });
  }
  const [tools, events] = [[...contract.tools.keys()], [...contract.events.keys()]];
  const check = (key: "tools" | "params" | "result" | "events", known: readonly string[]) => {
    const unknown = Object.keys(mapping[key] ?? {}).find((name) => !known.includes(name));
    if (unknown === undefined) return;
    const hint = didYouMean(unknown, known);
    const reason = `${key} names "${unknown}", which contract ${contract.id} does not have. ${hint}`;
    throw NexusError.of("NXC_ADAPTER_MAPPING", { reason: reason.trim().replace(/\.$/u, "") });
  };
  check("tools", tools);
  check("params", [...tools, ...events]);
  check("result", tools);
  check("events", events);
}
