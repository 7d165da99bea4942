import { authoringSchemas, type JsonSchema } from "../../base/authoring-schemas.js";
import { verdictsOf } from "../../report/form/form-check.js";

const FORM = "nexus-report.schema.json";

/** Who reports: an agent, or Lead at the end of a skill. */
export interface Reporter {
  readonly kind: "agent" | "skill";
  readonly id: string;
  /** The category of an agent. */
  readonly category?: string | undefined;
  readonly capabilities?: readonly string[] | undefined;
}

/** Members that the example shows, so that the list of the others does not repeat them. */
const SHOWN = ["report", "role", "task_id", "status", "verdict", "summary", "criteria"];

/**
 * The report form of one role as a section of its body: a short example that the form allows, and the fields that the
 * role may need besides. Made from the schema of the form; roles that it does not name get the fields of all.
 */
export function reportForm(reporter: Reporter): string {
  const { properties = {} } = form();
  const { role, part } = namesOf(reporter);
  const others = sharedFields(reporter);
  const own = resolved(properties[part]);
  const ownFields = own.properties === undefined ? [] : [`\`${part}\` ${membersOf(own, reporter)}`];
  const verdicts = reporter.kind === "agent" ? verdictsOfReporter(reporter) : [];
  return [
    "## Report form",
    "End your last message with one block like this. Leave out each field that would be empty.",
    `\`\`\`nexus-report\n${JSON.stringify(exampleOf(reporter, role, part, verdicts))}\n\`\`\``,
    [
      `\`status\` is ${choice(enumOf(properties["status"]))}.`,
      ...(verdicts.length > 0 ? [`\`verdict\` is ${choice(verdicts)}.`] : []),
      `\`result\` is ${choice(resultsOf(reporter))}. needs_input takes a question that is \`blocking\`, and blocked takes \`attempts\`.`,
    ].join(" "),
    `Further fields: ${[...others, ...ownFields].join(", ")}.`,
  ].join("\n\n");
}

const fieldsOfReporters = new Map<string, readonly string[]>();

/** The fields of every role. They differ with the kind of reporter and with whether it may change files. */
function sharedFields(reporter: Reporter): readonly string[] {
  const key = `${reporter.kind} ${changesNothing(reporter)}`;
  const found = fieldsOfReporters.get(key);
  if (found !== undefined) return found;
  const { properties = {} } = form();
  const fields = Object.keys(properties)
    .filter((name) => !SHOWN.includes(name) && !isPart(name) && (reporter.kind === "agent" || name !== "next"))
    .map((name) => fieldOf(name, properties[name], reporter));
  fieldsOfReporters.set(key, fields);
  return fields;
}

function changesNothing({ capabilities = [] }: Reporter): boolean {
  return capabilities.includes("no_file_edit");
}

function form(): JsonSchema {
  const schema = authoringSchemas().get(FORM);
  if (schema === undefined) throw new Error(`${FORM} is missing`);
  return schema;
}

function namesOf({ kind, id }: Reporter) {
  return { role: kind === "skill" ? "lead" : id, part: id };
}

/** Whether a member of the form belongs to one role or skill alone. */
function isPart(name: string): boolean {
  return Object.hasOwn((form()["$defs"] ?? {}) as object, name);
}

function resolved(schema: JsonSchema | undefined): JsonSchema {
  const name = schema?.$ref?.replace("#/$defs/", "");
  return name === undefined ? (schema ?? {}) : (((form()["$defs"] ?? {}) as Record<string, JsonSchema>)[name] ?? {});
}

function verdictsOfReporter({ id, category }: Reporter): readonly string[] {
  const known = verdictsOf(id);
  if (known.length > 0 || category === "do") return known;
  return category === "how" ? verdictsOf("architect") : verdictsOf("tester");
}

function resultsOf({ kind, category }: Reporter): readonly string[] {
  if (kind === "skill") return ["pass", "fail", "unverified", "claimed"];
  return category === "check" ? ["pass", "fail", "unverified"] : ["claimed", "fail", "unverified"];
}

/** The shortest report of work that succeeded. */
function exampleOf(reporter: Reporter, role: string, part: string, verdicts: readonly string[]): object {
  const [result] = resultsOf(reporter);
  const [verdict] = verdicts;
  const criterion = { criterion: "The line of acceptance, word for word.", result, evidence: "What shows it." };
  return {
    report: 1,
    role,
    ...(reporter.kind === "agent" ? { task_id: 1 } : {}),
    status: "complete",
    ...(verdict === undefined ? {} : { verdict }),
    summary: "The result in a sentence, then the worst news.",
    ...(reporter.kind === "agent" ? { criteria: [criterion] } : {}),
    ...requiredPart(resolved(form().properties?.[part]), part, reporter),
  };
}

/** The part of the role, with no more than it has to hold. Lead always says which skill has ended. */
function requiredPart(schema: JsonSchema, part: string, { kind }: Reporter): object {
  const required = (schema["required"] ?? []) as readonly string[];
  if (kind === "agent" && required.length === 0) return {};
  const sample = (name: string) => enumOf(schema.properties?.[name])[0] ?? "…";
  return { [part]: Object.fromEntries(required.map((name) => [name, sample(name)])) };
}

function fieldOf(name: string, schema: JsonSchema | undefined, reporter: Reporter): string {
  const members = membersOf(resolved(schema), reporter);
  return `\`${name}\`${members === "" ? "" : ` ${members}`}`;
}

/** The members of an object or of the rows of a list, as `(where, severity critical|warning|info)`. */
function membersOf(schema: JsonSchema, reporter: Reporter): string {
  const { properties } = resolved(schema.items ?? schema);
  if (properties === undefined) return "";
  const isDenied = (name: string) => name === "changed" && changesNothing(reporter);
  const shown = Object.entries(properties)
    .filter(([name]) => !isDenied(name))
    .map(([name, member]) => {
      const values = enumOf(member);
      if (values.length > 0) return `${name} ${values.join("|")}`;
      const inner = membersOf(resolved(member), reporter);
      return inner === "" ? name : `${name} ${inner}`;
    });
  return `(${shown.join(", ")})`;
}

function enumOf(schema: JsonSchema | undefined): readonly string[] {
  const values = (resolved(schema)["enum"] ?? []) as readonly unknown[];
  return values.filter((value) => typeof value === "string");
}

function choice(values: readonly string[]): string {
  return values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
