import { definedOnly } from "nexus-core/base";
import { checkAgainst } from "../contract/check-params.js";
import { ToolError } from "../contract/tool-error.js";
import type { EventName, EventTypes } from "../generated/register.js";
import { isReservedId } from "../store/harness-id.js";
import { eventSchema } from "./event-schemas.js";

type Checked<Name extends EventName> = EventTypes[Name]["params"] & { readonly harness_id: string };

/**
 * The checked parameters of an event, with the id of the harness whose namespace it uses. Parameters that the contract
 * does not define are accepted, because hooks pass on everything that their harness gives them
 * (`core.events.unknown-params`).
 * @param harnessId the default if the event names no harness
 * @throws ToolError for the first problem: a missing parameter, then a value that does not fit
 */
export function checkEvent<Name extends EventName>(event: Name, given: unknown, harnessId: string): Checked<Name> {
  const params =
    typeof given === "object" && given !== null && !Array.isArray(given)
      ? { harness_id: harnessId, ...definedOnly(given) }
      : given;
  const checked = checkAgainst(event, eventSchema(event), params) as Checked<Name>;
  if (!isReservedId(checked.harness_id)) return checked;
  const problem = "the state has a use of its own for that name";
  throw ToolError.of("INVALID_PARAMETER", { tool: event, parameter: "harness_id", problem });
}
