import { EVENT_HANDLERS } from "../generated/handlers/event.js";
import type { EventName } from "../generated/register.js";
import type { EventOf } from "./event.js";

/**
 * The lifecycle events by their contract names. Each handler loads on first use, because a hook process handles only
 * one event.
 */
export const EVENTS: { readonly [Name in EventName]: () => Promise<EventOf<Name>> } = EVENT_HANDLERS;
