/**
 * Small functions that the kit and the servers share. They load nothing at start, so a hook can afford them.
 * @packageDocumentation
 */

export { type DefinedOnly, definedOnly } from "./defined-only.js";
export { type GitOptions, type GitOutcome, runGit } from "./git.js";
export { didYouMean } from "./nearest.js";
export { reasonOf } from "./reason-of.js";
