import { Ajv2020, type AnySchemaObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The parameters of a tool as its contract has them. */
export interface ParamsSchema {
  /** In the order of the contract. */
  readonly properties: Readonly<Record<string, AnySchemaObject>>;
  readonly required: readonly string[];
  /** Whether any other parameter is refused. */
  readonly isClosed: boolean;
  /** Stops at the first error: to collect all of them takes time that grows with the square of their number. */
  readonly check: ValidateFunction;
}

/** Schemas that may refer to each other. Each is compiled when it is first used. */
export function schemaFamily(schemas: readonly AnySchemaObject[]): Ajv2020 {
  const ajv = new Ajv2020({
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    // The schemas ship with the contract, whose tests check them; without both a start takes half as long.
    validateSchema: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  for (const schema of schemas) ajv.addSchema(schema);
  return ajv;
}

/**
 * The check of one schema of a family.
 * @throws Error when the family does not have it
 */
export function schemaIn(family: Ajv2020, id: string): ValidateFunction {
  const check = family.getSchema(id);
  if (check === undefined) throw new Error(`the contract has no schema ${id}`);
  return check as ValidateFunction;
}

/** A compiled schema of an object, as the schema of parameters that it is. */
export function paramsSchema(check: ValidateFunction): ParamsSchema {
  const { properties = {}, required = [], additionalProperties } = check.schema as AnySchemaObject;
  return { properties, required, isClosed: additionalProperties === false, check };
}
