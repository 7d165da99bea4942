import { EVENT_HANDLERS } from "../generated/handlers/event.js";
import type { EventName } from "../generated/register.js";
import type { EventOf } from "./event.js";

/** The lifecycle events by the names of the contract. Each is loaded when it is first sent: a hook serves only one. */
export const EVENTS: { readonly [Name in EventName]: () => Promise<EventOf<Name>> } = EVENT_HANDLERS;
