import { membersOf, noParameters, paramsProblem } from "@nexus-core/service/params/params-problem";
import type { MethodName, MethodTypes } from "../generated/register.js";
import type { ExtensionName } from "../team/extensions.js";
import { checkMetadata } from "./check-metadata.js";
import { checkTexts } from "./check-texts.js";
import { inputSchema } from "./schemas.js";
import { ThreadError } from "./thread-error.js";

/** The parameters of a method; those of an extension are checked, and typed by itself. */
type ParamsOf<Tool> = Tool extends MethodName ? MethodTypes[Tool]["params"] : object;

/**
 * The parameters of a call, checked against the method's schema and for rules that a schema cannot express. An undefined
 * member counts as absent.
 * @throws ThreadError VALIDATION_ERROR that names the parameter
 */
export function checkParams<Tool extends MethodName | ExtensionName>(method: Tool, given: unknown): ParamsOf<Tool> {
  const params = membersOf(given);
  if (params === undefined) throw ThreadError.ofParameters(noParameters(method));
  // This comes first because it limits nesting; the validator may recurse to any depth.
  checkTexts(method, params);
  const schema = inputSchema(method);
  if (!schema.check(params)) throw ThreadError.ofParameters(paramsProblem(method, schema, params));
  for (const name of ["metadata", "audit_metadata"]) checkMetadata(method, name, params[name]);
  return params as ParamsOf<Tool>;
}
