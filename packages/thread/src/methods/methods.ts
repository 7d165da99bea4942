import { METHOD_HANDLERS } from "../generated/handlers/method.js";
import type { MethodName } from "../generated/register.js";
import type { Method } from "./method.js";

/** The methods by their contract names. */
export const METHODS: { readonly [Name in MethodName]: Method<Name> } = METHOD_HANDLERS;
