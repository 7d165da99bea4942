/** The rules of contract.yml that a schema cannot express: every name that it refers to exists, and ids are unique. */

import type { Contract as ContractData, Table } from "../../generated/contract.js";
import { operatorNames } from "../matchers/match.js";
import { restingIssues } from "./resting.js";
import { ALL } from "./whole-contract.js";

export function crossReferenceIssues(data: ContractData) {
  const issues: { readonly pointer: string; readonly message: string }[] = [];
  const seen = new Set<string>();
  const checkProfile = (pointer: string, profile: string) => {
    if (!isProfile(data, profile)) issues.push(unknownProfile(`${pointer}/profile`, profile));
  };
  for (const [index, { id, profile }] of data.requirements.entries()) {
    const pointer = `/requirements/${index}`;
    if (seen.has(id)) issues.push({ pointer: `${pointer}/id`, message: `requirement "${id}" is listed twice` });
    seen.add(id);
    checkProfile(pointer, profile);
  }
  issues.push(...restingIssues(data));
  for (const kind of ["tools", "events"] as const) {
    for (const [name, { profile }] of Object.entries(data[kind] ?? {})) checkProfile(`/${kind}/${name}`, profile);
  }
  for (const [name, own] of Object.entries(data.own_profiles ?? {})) {
    const pointer = `/own_profiles/${name}`;
    if (data.profiles.includes(name)) issues.push({ pointer, message: `profile "${name}" is listed twice` });
    if (name === ALL) issues.push({ pointer, message: `profile "${ALL}" is the one that holds the whole contract` });
    if (!data.profiles.includes(own.includes)) issues.push(unknownProfile(`${pointer}/includes`, own.includes));
    for (const id of (own.requirements ?? []).filter((each) => !seen.has(each))) {
      issues.push({ pointer: `${pointer}/requirements`, message: `"${id}" is not a requirement of this contract` });
    }
    for (const event of (own.events ?? []).filter((each) => !Object.hasOwn(data.events ?? {}, each))) {
      issues.push({ pointer: `${pointer}/events`, message: `"${event}" is not an event of this contract` });
    }
  }
  for (const [index, { path }] of (data.state ?? []).entries()) {
    if (data.state?.findIndex((other) => other.path === path) === index) continue;
    issues.push({ pointer: `/state/${index}/path`, message: `state file "${path}" is listed twice` });
  }
  for (const [name, { surface = "tools" }] of Object.entries(data.tools)) {
    if (data.surfaces.includes(surface)) continue;
    issues.push({ pointer: `/tools/${name}`, message: `"${surface}" is not a surface of this contract` });
  }
  for (const [index, { requirement }] of (data.invariants ?? []).entries()) {
    if (seen.has(requirement)) continue;
    const message = `"${requirement}" is not a requirement of this contract`;
    issues.push({ pointer: `/invariants/${index}/requirement`, message });
  }
  for (const [name, table] of Object.entries(data.tables ?? {})) {
    const pointer = `/tables/${name}`;
    const isEvent = table.of.startsWith("event ");
    const known = Object.keys((isEvent ? data.events : data.tools) ?? {});
    if (!known.includes(table.of.replace(/^event /u, ""))) {
      issues.push({
        pointer: `${pointer}/of`,
        message: `"${table.of}" is neither a tool nor an event of this contract`,
      });
    }
    for (const operator of unknownOperators(table)) {
      issues.push({ pointer, message: `"${operator}" is not a matcher operator` });
    }
  }
  for (const [name, id] of Object.entries(data.oracles ?? {})) {
    if (!seen.has(id))
      issues.push({ pointer: `/oracles/${name}`, message: `"${id}" is not a requirement of this contract` });
  }
  if (data.oracles?.error !== undefined && data.envelope?.error?.schema === undefined) {
    issues.push({
      pointer: "/oracles/error",
      message: "it needs envelope.error.schema, the schema that refusals are checked against",
    });
  }
  return issues;
}

function isProfile({ profiles, own_profiles = {} }: ContractData, name: string): boolean {
  return profiles.includes(name) || Object.hasOwn(own_profiles, name);
}

function unknownProfile(pointer: string, profile: string) {
  return { pointer, message: `"${profile}" is not a profile of this contract` };
}

/** A matcher with a misspelled operator would hold for every call. */
function unknownOperators({ axes }: Table): readonly string[] {
  const expected = Object.values(axes).flatMap((values) =>
    Object.values(values).flatMap((each) => Object.values(each)),
  );
  const matchers = expected.filter((value) => typeof value === "object" && value !== null && !Array.isArray(value));
  return matchers.flatMap((matcher) => Object.keys(matcher as object)).filter((name) => !operatorNames.includes(name));
}
