/** The schema of the form, and the same schema extended with the agents and skills of other content. */

import type { AnySchemaObject } from "ajv/dist/2020.js";
import { authoringCheck, authoringSchemas } from "../../base/authoring-schemas.js";
import { compileSchemas, type SchemaCheck } from "../../base/json-schema.js";
import { REPORT_ROLES, type ReportAgent } from "./roles.js";

const FORM = "nexus-report.schema.json";

/** What an agent of this category may say of what it judged; makers say nothing. */
const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  how: ["approved", "approved_with_conditions", "revision_required"],
  check: ["PASS", "FAIL", "APPROVED", "REVISION_REQUIRED", "BLOCKED"],
  do: [],
};

/** What is read of the schema here, and written into its copy. */
interface FormSchema {
  properties: Record<string, unknown> & { role: { enum: string[] } };
  allOf: RoleCondition[];
  $defs: { known_role: { properties: { role: { enum: string[] } } } };
}

/** What the schema says of one role; as far as it is read here. */
interface RoleCondition {
  readonly if?: { readonly properties?: { readonly role?: { readonly const?: string } } };
  readonly then?: { readonly properties?: { readonly verdict?: { readonly enum?: readonly (string | null)[] } } };
}

/** The verdicts between which a role of the form chooses. */
export function verdictsOf(role: string): readonly string[] {
  const { allOf } = authoringSchemas().get(FORM) as unknown as FormSchema;
  const condition = allOf.find((entry) => entry.if?.properties?.role?.const === role);
  return (condition?.then?.properties?.verdict?.enum ?? []).filter((verdict) => verdict !== null);
}

const widened = new Map<string, SchemaCheck>();

/**
 * The check of a report. Agents and skills that the form does not name report in the same fields, and in a part of
 * their own of any shape; an agent of a category has the verdicts of that category. An id that is the name of a field
 * stays unknown.
 */
export function formCheck(agents: readonly ReportAgent[] = [], skills: readonly string[] = []): SchemaCheck {
  const form = authoringSchemas().get(FORM) as unknown as FormSchema;
  const isOwn = (id: string) => !Object.hasOwn(form.properties, id) && !REPORT_ROLES.some((role) => role === id);
  const ownAgents = agents.filter(({ id }) => isOwn(id));
  const ownSkills = skills.filter(isOwn);
  if (ownAgents.length + ownSkills.length === 0) return authoringCheck(FORM);

  const key = JSON.stringify([ownAgents.map(({ id, category }) => [id, category]), ownSkills]);
  let check = widened.get(key);
  if (check === undefined) {
    check = compileSchemas([widen(form, ownAgents, ownSkills)], { areShipped: true })(FORM);
    widened.set(key, check);
  }
  return check;
}

function widen(form: FormSchema, agents: readonly ReportAgent[], skills: readonly string[]): AnySchemaObject {
  const copy = structuredClone(form);
  for (const { id, category } of agents) {
    copy.properties.role.enum.push(id);
    copy.$defs.known_role.properties.role.enum.push(id);
    copy.properties[id] = { type: "object" };
    const verdict = Object.hasOwn(VERDICTS, category) ? { enum: [...(VERDICTS[category] ?? []), null] } : {};
    copy.allOf.push(onlyOf(id, { properties: { verdict } }));
  }
  for (const skill of skills) {
    copy.properties[skill] = { type: "object" };
    partsOfLead(copy).push({ required: [skill] });
    copy.allOf.push(onlyOf("lead", {}, skill));
  }
  return copy as unknown as AnySchemaObject;
}

/** What holds for this role, and that no other role has its part. */
function onlyOf(role: string, holds: object, part = role): object {
  const roleIs = { type: "object", required: ["role"], properties: { role: { const: role } } };
  const isKnown = { $ref: "#/$defs/known_role" };
  return when(roleIs, holds, when(isKnown, { properties: { [part]: false } }));
}

function when(condition: object, holds: object, otherwise: object = {}): object {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: holds, else: otherwise };
}

/** Lead reports on exactly one skill: the alternatives of the schema. */
function partsOfLead({ allOf }: FormSchema): object[] {
  const lead = allOf.find((entry) => JSON.stringify(entry).includes('"properties":{"role":{"const":"lead"}}')) as {
    then: { oneOf: object[] };
  };
  return lead.then.oneOf;
}
