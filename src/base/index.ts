/**
 * Small functions that the kit and the servers share. They load nothing, so a hook can afford them.
 * @packageDocumentation
 */

export { didYouMean } from "../nearest.js";
export { type DefinedOnly, definedOnly } from "./defined-only.js";
export { reasonOf } from "./reason-of.js";
