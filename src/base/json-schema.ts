import type { Ajv2020, AnySchemaObject, ErrorObject, Options, ValidateFunction } from "ajv/dist/2020.js";
import { escapePointer } from "./json-pointer.js";
import { ajv2020, ajvFormats } from "./lazy-packages.js";
import { didYouMean } from "./nearest.js";
import { reasonOf } from "./reason-of.js";

/** One place at which a value breaks its schema. */
export interface SchemaIssue {
  /** JSON pointer into the value. */
  readonly pointer: string;
  /** The JSON Schema keyword that failed. */
  readonly keyword: string;
  /** What is wrong, without the place. */
  readonly message: string;
  /** The name of the property that the schema does not know, for `additionalProperties`. */
  readonly unknownProperty?: string;
  /** The name of the property that is missing, for `required`. */
  readonly missingProperty?: string;
  /** Whether other values of the same type are allowed. */
  readonly allowsType?: boolean;
}

/** The JSON pointer at which a reader corrects the issue. An unknown property has a place of its own. */
export function placeOf(issue: SchemaIssue): string {
  return issue.unknownProperty === undefined
    ? issue.pointer
    : `${issue.pointer}/${escapePointer(issue.unknownProperty)}`;
}

/** The JSON pointer of the value that is wrong. A missing property has a place of its own. */
export function faultOf({ pointer, missingProperty }: SchemaIssue): string {
  return missingProperty === undefined ? pointer : `${pointer}/${escapePointer(missingProperty)}`;
}

/** A compiled schema: an empty list means that the value is valid. */
export interface SchemaCheck {
  (value: unknown): readonly SchemaIssue[];
  /** Whether the value is valid. Explaining what is wrong takes much longer. */
  readonly accepts: (value: unknown) => boolean;
}

export interface CompileOptions {
  /** The schemas ship with this package, and its tests hold them to the meta-schema: doing it again takes longest. */
  readonly areShipped?: boolean;
}

/**
 * Compiles JSON Schemas (2020-12, strict) that may refer to each other by `$id`.
 * @param schemas every schema of the family
 * @returns the check of the schema with that `$id`
 * @throws InvalidSchema when a schema is itself invalid
 */
export function compileSchemas(
  schemas: readonly AnySchemaObject[],
  { areShipped = false }: CompileOptions = {},
): (id: string) => SchemaCheck {
  const ajv = schemaCompiler({
    validateSchema: !areShipped,
    // Making the code of a check shorter takes longer than the longer code ever will.
    code: { optimize: false },
  });
  for (const schema of schemas) orInvalid(String(schema.$id), () => ajv.addSchema(schema));
  return (id) => {
    const validate = orInvalid(id, () => ajv.getSchema(id));
    if (validate === undefined) throw new InvalidSchema(id, "no schema has this $id");
    return checkWith(validate);
  };
}

/** An empty compiler of JSON Schemas, with the settings that the messages of {@link checkWith} need. */
export function schemaCompiler(options: Options): Ajv2020 {
  const { Ajv2020 } = ajv2020();
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
    verbose: true,
    ...options,
  });
  ajvFormats().default(ajv);
  return ajv;
}

/** A schema that cannot be used. */
export class InvalidSchema extends Error {
  constructor(
    /** The `$id` of the schema. */
    readonly id: string,
    reason: string,
  ) {
    super(reason);
  }
}

function orInvalid<T>(id: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw new InvalidSchema(id, `this JSON Schema cannot be used: ${reasonOf(thrown)}`);
  }
}

/** The check by a function that {@link schemaCompiler} has made. */
export function checkWith(validate: ValidateFunction): SchemaCheck {
  const accepts = (value: unknown) => validate(value) === true;
  const check = (value: unknown) => (accepts(value) ? [] : issuesOf(validate.errors ?? []));
  return Object.assign(check, { accepts });
}

/** Keywords that only say that one of their branches failed; the branch says it better. */
const WRAPPERS = new Set(["if", "anyOf", "allOf", "propertyNames"]);

function issuesOf(errors: readonly ErrorObject[]): readonly SchemaIssue[] {
  const choices = errors.filter((error) => error.keyword === "oneOf" && choiceOf(error).length > 0);
  const isBranch = (error: ErrorObject) =>
    choices.some(({ schemaPath }) => error.schemaPath.startsWith(`${schemaPath}/`));
  const precise = errors.filter((error) => !WRAPPERS.has(error.keyword) && !isBranch(error));
  const seen = new Set<string>();
  return (
    (precise.length > 0 ? precise : errors)
      .map(toIssue)
      .filter((issue) => {
        const key = `${issue.pointer} ${issue.message}`;
        return !seen.has(key) && seen.add(key);
      })
      // An unknown property comes first: it is usually misspelt and explains what is missing.
      .sort((a, b) => Number(a.unknownProperty === undefined) - Number(b.unknownProperty === undefined))
  );
}

/** The members between which a oneOf chooses, where that is all that it does. */
function choiceOf(error: ErrorObject): readonly string[] {
  const branches = error.schema as readonly Readonly<Record<string, unknown>>[];
  const isChoice = branches.every((branch) => Object.keys(branch).join() === "required");
  return isChoice ? branches.flatMap((branch) => branch["required"] as readonly string[]) : [];
}

/** Keywords that forbid some values of a type. `format` is not one: a text that is no date counts as another type. */
const OF_VALUES: ReadonlySet<string> = new Set([
  "exclusiveMaximum",
  "exclusiveMinimum",
  "maxItems",
  "maxLength",
  "maximum",
  "minItems",
  "minLength",
  "minimum",
  "multipleOf",
  "pattern",
  "uniqueItems",
]);

function allowsTypeOf({ keyword, params, data }: ErrorObject): boolean {
  if (keyword !== "enum") return OF_VALUES.has(keyword);
  return (params["allowedValues"] as readonly unknown[]).some((one) => one !== null && typeof one === typeof data);
}

function toIssue(error: ErrorObject): SchemaIssue {
  const base = { pointer: error.instancePath, keyword: error.keyword, allowsType: allowsTypeOf(error) };
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case "additionalProperties": {
      const name = String(params["additionalProperty"]);
      const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
      return {
        ...base,
        unknownProperty: name,
        message: withoutStop(`unknown property "${name}". ${didYouMean(name, known)}`),
      };
    }
    case "enum": {
      const allowed = params["allowedValues"] as readonly unknown[];
      const hint = typeof error.data === "string" ? didYouMean(error.data, allowed.map(String)) : "";
      const message = `${show(error.data)} is not one of ${allowed.map(show).join(", ")}. ${hint}`;
      return { ...base, message: withoutStop(message) };
    }
    case "const":
      return { ...base, message: `${show(error.data)} is not ${JSON.stringify(params["allowedValue"])}` };
    case "required": {
      const missingProperty = String(params["missingProperty"]);
      return { ...base, missingProperty, message: `"${missingProperty}" is missing` };
    }
    case "oneOf":
      return { ...base, message: oneOfMessage(choiceOf(error)) };
    case "type":
      return { ...base, message: `${show(error.data)} is not of type ${[params["type"]].flat().join(" or ")}` };
    case "false schema":
      return { ...base, message: `${show(error.data)} must not be there` };
    case "pattern":
      return { ...base, message: `${show(error.data)} does not have the form ${String(params["pattern"])}` };
    default:
      return { ...base, message: `${show(error.data)} ${error.message ?? "is not allowed"}` };
  }
}

/** Messages have no full stop, because the caller adds one; a question keeps its mark. */
function withoutStop(text: string): string {
  return text.trim().replace(/\.$/u, "");
}

function oneOfMessage(choice: readonly string[]): string {
  return choice.length > 0
    ? `exactly one of ${choice.join(", ")} must be there`
    : "it must have exactly one of several forms";
}

/** A value in a message: short, on one line. */
export function show(value: unknown): string {
  return shortened(value, 80);
}

/** Like {@link show}, with a limit in characters of its own. */
export function shortened(value: unknown, limit: number): string {
  const text = asJson(value) ?? withoutJson(value);
  return text.length > limit ? `${text.slice(0, limit - 3)}…` : text;
}

function asJson(value: unknown): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return undefined;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** What JSON has no words for: nothing at all, numbers beyond its range, functions, and objects that lead back to themselves. */
function withoutJson(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "object") return "an object without a JSON form";
  return typeof value === "function" ? "a function" : String(value);
}
