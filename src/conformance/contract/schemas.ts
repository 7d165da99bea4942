import { join } from "node:path";
import { NexusError } from "../../base/errors.js";
import { type CompileOptions, compileSchemas, InvalidSchema, type SchemaCheck } from "../../base/json-schema.js";
import type { ContractFiles } from "./contract-files.js";

export type SchemaDocument = { readonly $id?: string } & Readonly<Record<string, unknown>>;

/** Schemas of a contract, by path relative to contract.yml. */
export interface ContractSchemas {
  readonly paths: readonly string[];
  /** @throws NexusError NXC_CONTRACT_INVALID for an invalid schema; in a shipped contract, only when a value is checked */
  readonly check: (path: string) => SchemaCheck;
  /** The schema as written. Each file is read once. */
  readonly read: (path: string) => SchemaDocument;
}

/** Folders of schemas, relative to contract.yml. */
export const SCHEMA_FOLDERS = ["tool-schemas", "event-schemas", "state-schemas"];

export interface SchemaOptions extends CompileOptions {
  /** The checks by `$id`, where the build has compiled the schemas. */
  readonly built?: () => ((id: string) => SchemaCheck) | undefined;
}

/** Compiles all schemas of a contract together, because they may refer to each other by `$id`. */
export function schemaLoader(folder: string, files: ContractFiles, options: SchemaOptions): ContractSchemas {
  const paths = SCHEMA_FOLDERS.flatMap(files.jsonIn);
  const documents = new Map<string, SchemaDocument>();
  const read = (path: string): SchemaDocument => {
    const document = documents.get(path) ?? (files.read(path, "schema").value as SchemaDocument);
    documents.set(path, document);
    return document;
  };
  let checkOf: ((id: string) => SchemaCheck) | undefined;
  const compile = (path: string) => {
    try {
      checkOf ??= options.built?.() ?? compileSchemas(paths.map(read), options);
      return checkOf(String(read(path).$id));
    } catch (thrown) {
      if (!(thrown instanceof InvalidSchema)) throw thrown;
      const broken = paths.find((each) => read(each).$id === thrown.id) ?? path;
      throw NexusError.of("NXC_CONTRACT_INVALID", { reason: thrown.message }, join(folder, broken), thrown);
    }
  };
  // Shipped schemas are known to compile, and a run needs only some of them.
  const check = options.areShipped === true ? (path: string) => lazy(() => compile(path)) : compile;
  return { paths, check, read };
}

function lazy(compile: () => SchemaCheck): SchemaCheck {
  let check: SchemaCheck | undefined;
  const compiled = () => {
    check ??= compile();
    return check;
  };
  return Object.assign((value: unknown) => compiled()(value), {
    accepts: (value: unknown) => compiled().accepts(value),
  });
}
