/** The rules of contract.yml that a schema cannot express: every name that it refers to exists, and ids are unique. */

import type { Contract as ContractData, Table } from "../../generated/contract.js";
import { operatorNames } from "../matchers/match.js";

export function crossReferenceIssues(data: ContractData) {
  const issues: { readonly pointer: string; readonly message: string }[] = [];
  const seen = new Set<string>();
  const checkProfile = (pointer: string, profile: string) => {
    if (!data.profiles.includes(profile)) issues.push(unknownProfile(`${pointer}/profile`, profile));
  };
  for (const [index, { id, profile }] of data.requirements.entries()) {
    const pointer = `/requirements/${index}`;
    if (seen.has(id)) issues.push({ pointer: `${pointer}/id`, message: `requirement "${id}" is listed twice` });
    seen.add(id);
    checkProfile(pointer, profile);
  }
  for (const kind of ["tools", "events"] as const) {
    for (const [name, { profile }] of Object.entries(data[kind] ?? {})) checkProfile(`/${kind}/${name}`, profile);
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
