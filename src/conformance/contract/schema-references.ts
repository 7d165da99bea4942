/** Resolves `$ref` by the same rules as the compiled checks of the same schemas. */

import { join } from "node:path";
import { NexusError } from "../../base/errors.js";
import type { Contract } from "./contract.js";
import type { SchemaDocument } from "./schemas.js";

/** The place of a schema. */
interface Place {
  /** The base URI of its references. */
  readonly base: string;
  /** The path of its file, relative to contract.yml. */
  readonly file: string;
}

export interface Located extends Place {
  readonly schema: SchemaDocument;
}

/** The base URI of an `$id` that is a bare name, as most are. */
const TOP = "schema:///";

/** The meta-schemas. Every check knows them, but their fields are not fields of the contract. */
const META = "https://json-schema.org/draft/2020-12/";

export type SchemaSource = Pick<Contract, "folder" | "schemas">;

const known = new WeakMap<SchemaSource["schemas"], SchemaReferences>();

/** The references of a contract. Collected once. */
export function referencesOf(contract: SchemaSource): SchemaReferences {
  const found = known.get(contract.schemas) ?? new SchemaReferences(contract);
  known.set(contract.schemas, found);
  return found;
}

export class SchemaReferences {
  private readonly byAddress = new Map<string, Located>();

  constructor(private readonly contract: SchemaSource) {
    const documents = contract.schemas.paths.map((path) => this.document(path));
    for (const each of documents) this.add(each.base, each);
    for (const each of documents) this.gather(Object.values(each.schema), each);
  }

  /** The schema of a file. */
  document(file: string): Located {
    const schema = this.contract.schemas.read(file);
    const start = schema.$id === undefined ? addressOf(file, TOP) : TOP;
    return within(schema, { base: start ?? TOP, file });
  }

  /**
   * The schema that a reference leads to. Undefined if it has no fields, such as `true` or a meta-schema.
   * @throws NexusError NXC_CONTRACT_INVALID for a reference that leads nowhere
   */
  resolve(reference: string, from: Located): Located | undefined {
    const [address = "", fragment = ""] = addressOf(reference, from.base)?.split("#", 2) ?? [];
    if (address.startsWith(META)) return undefined;
    const start = this.byAddress.get(address);
    const found = start === undefined ? undefined : follow(fragment, start);
    if (found === true || found === false) return undefined;
    if (found !== undefined) return found;
    const reason = `"$ref" is "${reference}", which is not a schema of the contract`;
    throw NexusError.of("NXC_CONTRACT_INVALID", { reason }, join(this.contract.folder, from.file));
  }

  /** Finds schemas with an `$id` of their own within others. */
  private gather(value: unknown, outer: Located): void {
    if (Array.isArray(value)) for (const item of value) this.gather(item, outer);
    if (!isSchema(value)) return;
    const here = within(value, outer);
    if (typeof value.$id === "string") this.add(here.base, here);
    for (const inner of Object.values(value)) this.gather(inner, here);
  }

  private add(address: string, located: Located): void {
    if (!this.byAddress.has(address)) this.byAddress.set(address, located);
  }
}

/** A part of a schema. It has the same base URI, unless it has an `$id` of its own. */
export function within(schema: SchemaDocument, { base, file }: Place): Located {
  const own = typeof schema.$id === "string" ? addressOf(schema.$id, base)?.split("#", 1)[0] : undefined;
  return { schema, base: own ?? base, file };
}

export function isSchema(value: unknown): value is SchemaDocument {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function addressOf(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

/** Looks only at own members, because a pointer must not reach inherited ones such as `constructor`. */
function follow(pointer: string, start: Located): Located | boolean | undefined {
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  let found: Located = start;
  let value: unknown = start.schema;
  for (const part of pointer.split("/").slice(1)) {
    const name = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
    if (isSchema(value)) found = within(value, found);
  }
  if (typeof value === "boolean") return value;
  return found.schema === value ? found : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
