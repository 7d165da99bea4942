import type { ErrorObject } from "ajv";
import type { MethodName, MethodTypes } from "../method.js";
import { ThreadError } from "../thread-error.js";
import { checkMetadata } from "./check-metadata.js";
import { checkTexts } from "./check-texts.js";
import { inputSchema } from "./schemas.js";

/**
 * The parameters of a call, checked against the contract's schema of the method, and for what a schema cannot say. A
 * member that is undefined counts as absent.
 * @throws ThreadError VALIDATION_ERROR that names the parameter
 */
export function checkParams<Name extends MethodName>(method: Name, given: unknown): MethodTypes[Name]["params"] {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new ThreadError("VALIDATION_ERROR", `The parameters of ${method} are one JSON object. Send them as such.`);
  }
  const params = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  // First, because a validator may follow a value down to its end.
  checkTexts(params);
  const check = inputSchema(method);
  if (!check(params)) throw refusalOf(check.errors?.[0]);
  for (const name of ["metadata", "audit_metadata"]) checkMetadata(name, params[name]);
  return params as unknown as MethodTypes[Name]["params"];
}

function refusalOf(error: ErrorObject | undefined): ThreadError {
  const { instancePath = "", keyword, params = {}, message = "is wrong" } = error ?? {};
  const { additionalProperty, missingProperty, allowedValues, pattern } = params as Readonly<Record<string, unknown>>;
  const place = instancePath + pointerTo(additionalProperty ?? missingProperty);
  const problem =
    additionalProperty !== undefined
      ? "is no parameter of this method. Leave it out"
      : missingProperty !== undefined
        ? "is missing. Call again with it"
        : Array.isArray(allowedValues)
          ? `must be one of ${allowedValues.join(", ")}`
          : pattern !== undefined
            ? `does not have the form ${pattern}`
            : message;
  return new ThreadError("VALIDATION_ERROR", `${shown(place)} ${problem}.`, { details: { parameter: place, keyword } });
}

function pointerTo(member: unknown): string {
  return typeof member === "string" ? `/${member.replaceAll("~", "~0").replaceAll("/", "~1")}` : "";
}

/** A name that a caller made up may be of any length and hold anything. */
function shown(pointer: string): string {
  const printable = pointer.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "?");
  return printable.length > 200 ? `${printable.slice(0, 200)}…` : printable;
}
