import type { ErrorObject } from "ajv";

/** A place in a value that breaks its schema, and what is wrong there. */
export interface SchemaProblem {
  /** The place as one would write it in code: `issues[1].title`. */
  readonly place: string;
  /** The same as a JSON Pointer. */
  readonly pointer: string;
  /** The keyword of the schema that does not hold. */
  readonly keyword: string;
  /** What is wrong, as the rest of a sentence: `it must not be empty`. */
  readonly problem: string;
}

/** A member that is missing or unknown is the place, and not the object around it. */
export function schemaProblem({ instancePath, keyword, params, message }: ErrorObject): SchemaProblem {
  const member: unknown = params["missingProperty"] ?? params["additionalProperty"];
  const pointer = typeof member === "string" ? instancePath + pointerTo(member) : instancePath;
  return { place: placeOf(pointer), pointer, keyword, problem: problemOf(keyword, params, message) };
}

function placeOf(pointer: string): string {
  const parts = pointer.split("/").slice(1).map(decodePart);
  const path = parts.map((part) => (/^\d+$/u.test(part) ? `[${part}]` : `.${part}`)).join("");
  return path === "" ? "its top" : path.replace(/^\./u, "");
}

function problemOf(keyword: string, params: ErrorObject["params"], message = "does not fit"): string {
  const { limit } = params;
  switch (keyword) {
    case "type":
      return `it must be of type ${[params["type"]].flat().join(" or ")}`;
    case "const":
      return `it must be ${JSON.stringify(params["allowedValue"])}`;
    case "enum":
      return `it must be one of ${(params["allowedValues"] as readonly unknown[]).join(", ")}`;
    case "minLength":
      return limit === 1 ? "it must not be empty" : `it must have at least ${limit} characters`;
    case "maxLength":
      return `it must have at most ${limit} characters`;
    case "minItems":
      return limit === 1 ? "it must not be empty" : `it must have at least ${limit} items`;
    case "maxItems":
      return `it must have at most ${limit} items`;
    case "minimum":
      return `it must be ${limit} or more`;
    case "maximum":
      return `it must be ${limit} or less`;
    case "required":
      return "it is missing";
    case "additionalProperties":
      return "there is no such member";
    case "format":
      return `it must have the format ${params["format"]}`;
    case "pattern":
      return `it must have the form ${params["pattern"]}`;
    case "uniqueItems":
      return `items ${[params["i"], params["j"]].sort((one, other) => one - other).join(" and ")} are equal`;
    default:
      return `it ${message}`;
  }
}

/** The JSON Pointer to a member of the value. */
export function pointerTo(member: string): string {
  return `/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function decodePart(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
