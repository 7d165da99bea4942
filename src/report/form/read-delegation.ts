/** What the delegation said, as callers without types may hand it over. */

import { NexusError } from "../../base/errors.js";
import { show } from "../../base/json-schema.js";
import { member } from "../../base/members.js";
import type { ExpectedReport } from "./expected-report.js";

const isText = (value: unknown) => typeof value === "string";
const isAgent = (value: unknown) =>
  isText(member(value, "id")) && isText(member(value, "category")) && isListOf(isText)(member(value, "capabilities"));

/** What each member has to be, and how to say it. A member that is absent is not checked. */
const FORMS: Readonly<Record<keyof ExpectedReport, readonly [(value: unknown) => boolean, string]>> = {
  role: [isText, "a text"],
  taskId: [(value) => value === null || typeof value === "number", "a number or null"],
  acceptance: [isListOf(isText), "a list of texts"],
  agents: [isListOf(isAgent), "a list of agents with id, category and capabilities"],
  skills: [isListOf(isText), "a list of texts"],
  changedFiles: [isListOf(isText), "a list of texts"],
};

/**
 * The delegation without what is not known: callers without types write null for that, but of a task null says that
 * there was none. A delegation of another form is a fault of the caller, and no finding of the report.
 * @throws NexusError NXC_DELEGATION_INVALID
 */
export function readDelegation(given: unknown): ExpectedReport {
  if (given === null || given === undefined) return {};
  if (typeof given !== "object") throw invalid(`the delegation is ${show(given)}, and no object`);
  const known = Object.entries(given).filter(
    ([key, value]) => value !== undefined && (value !== null || key === "taskId"),
  );
  for (const [key, value] of known) {
    const [holds, form] = Object.hasOwn(FORMS, key) ? FORMS[key as keyof ExpectedReport] : [() => true, ""];
    if (!holds(value)) throw invalid(`${key} is ${show(value)}, and not ${form}`);
  }
  return Object.fromEntries(known);
}

function isListOf(holds: (item: unknown) => boolean) {
  return (value: unknown) => Array.isArray(value) && value.every(holds);
}

function invalid(reason: string): NexusError {
  return NexusError.of("NXC_DELEGATION_INVALID", { reason });
}
