import { inputsOf } from "../contract/schemas.js";
import { EVENT_NAMES } from "../generated/register.js";

/** The schema of an event's parameters. */
export const eventSchema = inputsOf("event-schemas", EVENT_NAMES);
