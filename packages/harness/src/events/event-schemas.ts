import { breachesOf, inputsOf } from "../contract/schemas.js";
import { EVENT_NAMES } from "../generated/register.js";

/** For the parameters of an event. */
export const eventSchema = inputsOf("event-schemas", EVENT_NAMES);

/** For a file of the namespace. */
export const namespaceBreaches = breachesOf(["agent-tracker", "memory-access"]);
