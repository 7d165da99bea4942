/** Reads what a step asks of the implementation: tool or event, with its parameters. */

import { NexusError } from "../errors.js";
import type { Call as CallData } from "../generated/fixture.js";
import { didYouMean } from "../nearest.js";
import { type Bindings, fillText } from "./bindings.js";
import type { Call, Params } from "./case.js";
import { readParams } from "./read-params.js";
import type { Source } from "./source.js";

/**
 * @param data has an action or an event, as its schema says
 * @throws NexusError NXC_FIXTURE_UNKNOWN_TOOL, NXC_FIXTURE_UNKNOWN_EVENT, NXC_FIXTURE_UNKNOWN_ACTOR or
 *   NXC_FIXTURE_UNKNOWN_CAPTURE
 */
export function readCall(data: CallData, pointer: string, source: Source, bindings: Bindings): Call {
  const agent = data.as === undefined ? {} : { as: readActor(data.as, `${pointer}/as`, source, bindings) };
  const member = data.action === undefined ? "event" : "action";
  const params = readParams(data[member]?.params ?? {}, `${pointer}/${member}/params`, source, bindings) as Params;
  if (data.action !== undefined) {
    const { tool } = data.action;
    checkOperation("tool", tool, `${pointer}/action/tool`, source);
    return { kind: "action", tool, params, ...agent };
  }
  const event = data.event?.type ?? "";
  checkOperation("event", event, `${pointer}/event/type`, source);
  return { kind: "event", event, params, ...agent };
}

/** Of anything but its own number a repeated call knows only while it runs, and credentials are looked up before. */
const OTHER_USE = /(?<!\\)\{\{(?!n\}\})/u;

/** Where a contract has credentials, who has none is a slip of the pen, and the case would prove something else. */
function readActor(text: string, pointer: string, source: Source, bindings: Bindings): string {
  const { credentials, id } = source.contract;
  if (credentials !== undefined && OTHER_USE.test(text)) {
    throw source.problem(
      pointer,
      "who acts with a credential must be known before the case runs: as can use {{n}} alone",
    );
  }
  const actor = fillText(text, bindings, source.at(pointer));
  if (credentials === undefined || credentials.actors.includes(actor)) return actor;
  const params = { actor, contract: id, hint: didYouMean(actor, credentials.actors) };
  throw NexusError.of("NXC_FIXTURE_UNKNOWN_ACTOR", params, source.at(pointer));
}

function checkOperation(kind: "tool" | "event", name: string, pointer: string, source: Source): void {
  const { contract } = source;
  const known = kind === "tool" ? contract.tools : contract.events;
  if (known.has(name)) return;
  const params = {
    contract: contract.id,
    hint: didYouMean(name, known.keys()),
    known: [...known.keys()].join(", "),
  };
  throw kind === "tool"
    ? NexusError.of("NXC_FIXTURE_UNKNOWN_TOOL", { ...params, tool: name }, source.at(pointer))
    : NexusError.of("NXC_FIXTURE_UNKNOWN_EVENT", { ...params, event: name }, source.at(pointer));
}
