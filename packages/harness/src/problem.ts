import type { ErrorObject } from "ajv";

/** The place at which a value breaks its schema, as one would write it: `issues[1].title`. */
export function placeOf({ instancePath }: ErrorObject): string {
  const parts = instancePath.split("/").slice(1).map(decodePointer);
  const path = parts.map((part) => (/^\d+$/u.test(part) ? `[${part}]` : `.${part}`)).join("");
  return path === "" ? "its top" : path.replace(/^\./u, "");
}

/** What is wrong at that place. */
export function problemOf(error: ErrorObject): string {
  switch (error.keyword) {
    case "type":
      return `it must be of type ${[error.params["type"]].flat().join(" or ")}`;
    case "minLength":
      return "it must not be empty";
    case "minimum":
      return `it must be ${error.params["limit"]} or more`;
    case "enum":
      return `it must be one of ${(error.params["allowedValues"] as readonly unknown[]).join(", ")}`;
    case "required":
      return `"${error.params["missingProperty"]}" is missing`;
    case "format":
      return `it must have the format ${error.params["format"]}`;
    default:
      return `it ${error.message ?? "does not fit"}`;
  }
}

function decodePointer(part: string): string {
  return part.replace(/~1/gu, "/").replace(/~0/gu, "~");
}
