/** The credentials of a contract: the actors of its fixtures, and the token of each. */

import { NexusError } from "../../base/errors.js";
import { escapePointer } from "../../base/json-pointer.js";
import { placeOf } from "../../base/json-schema.js";
import type { LocatedDocument } from "../../base/located-document.js";
import { didYouMean } from "../../base/nearest.js";
import { shippedSchema } from "../../base/shipped-schema.js";
import type { Credentials as CredentialData, CredentialKey } from "../../generated/credentials.js";
import { CASE, fillCaptures } from "../notation/bindings.js";
import { invalid, placeIn } from "../notation/contract-problem.js";
import { BadCredential, type Recipe, recipeOf } from "./recipe.js";
import {
  compactToken,
  type Signer,
  type SigningKey,
  signedBy,
  signedWithPublicHalf,
  signingKey,
  unsigned,
} from "./token.js";

/** What differs from one token to the next. */
export interface Issue {
  /** Time of the implementation's clock, in seconds since 1970. */
  readonly now: number;
  /** A text that is unique to this run of the case. */
  readonly case: string;
  /** A text that is unique to this token. */
  readonly unique: string;
}

export interface Credentials {
  readonly actors: readonly string[];
  /** The token of an actor, which must be one of {@link actors}. */
  issue(actor: string, issue: Issue): string;
}

/** Name of a text that is unique to each token. */
const UNIQUE = "unique";

/** All errors in a credentials file. While a key is unusable, the credentials are not checked. */
export function inspectCredentials(document: LocatedDocument): readonly NexusError[] {
  const issues = shippedSchema("credentials.schema.json")(document.value);
  if (issues.length > 0) return issues.map((issue) => invalid(document, placeOf(issue), issue.message));
  const data = document.value as CredentialData;
  const keys = Object.keys(data.keys).flatMap((name) => attempt(() => readKey(name, data, document)));
  if (keys.length > 0) return keys;
  return Object.keys(data.credentials).flatMap((actor) => attempt(() => tryOut(actor, data, document)));
}

/** @param document has been inspected */
export function readCredentials(document: LocatedDocument): Credentials {
  const data = document.value as CredentialData;
  const mints = new Map<string, (issue: Issue) => string>();
  return {
    actors: Object.keys(data.credentials),
    issue(actor, issue) {
      const mint =
        mints.get(actor) ?? mintOf(recipeOf(actor, data.credentials), data, document, `/credentials/${actor}`);
      mints.set(actor, mint);
      return mint(issue);
    },
  };
}

function attempt(work: () => void): readonly NexusError[] {
  try {
    work();
    return [];
  } catch (thrown) {
    if (thrown instanceof NexusError) return [thrown];
    throw thrown;
  }
}

function tryOut(actor: string, data: CredentialData, document: LocatedDocument): void {
  const pointer = `/credentials/${escapePointer(actor)}`;
  let recipe: Recipe;
  try {
    recipe = recipeOf(actor, data.credentials);
  } catch (thrown) {
    if (!(thrown instanceof BadCredential)) throw thrown;
    throw invalid(document, `${pointer}/${thrown.member}`, thrown.message);
  }
  mintOf(recipe, data, document, pointer)({ now: 0, case: "case", unique: "unique" });
}

/** @throws NexusError for a missing key. The returned function throws one for a claim that cannot be filled in. */
function mintOf(
  recipe: Recipe,
  data: CredentialData,
  document: LocatedDocument,
  pointer: string,
): (issue: Issue) => string {
  const { raw } = recipe;
  if (raw !== undefined) return () => raw;
  const named = (member: string, name: string | undefined): SigningKey => {
    if (name === undefined) throw invalid(document, pointer, `"${member}" is missing`);
    if (Object.hasOwn(data.keys, name)) return readKey(name, data, document);
    const hint = didYouMean(name, Object.keys(data.keys));
    throw invalid(document, `${pointer}/${member}`, `"${name}" is not a key. ${hint}`.trim().replace(/\.$/u, ""));
  };
  const key = recipe.alg === undefined || recipe.key !== undefined ? named("key", recipe.key) : undefined;
  const alg = recipe.alg ?? key?.alg;
  const signer: Signer =
    recipe.alg === "none"
      ? unsigned
      : recipe.alg === "HS256"
        ? signedWithPublicHalf(named("secret_of", recipe.secretOf))
        : signedBy(named("key", recipe.key));
  const header = { alg, typ: "JWT", ...(key === undefined ? {} : { kid: key.kid }), ...recipe.header };
  const shown = Object.fromEntries(Object.entries(header).filter(([name]) => !recipe.withoutHeader.includes(name)));
  const { tampering } = recipe;
  return (issue) => {
    const fill = <Value>(value: Value, member: string) =>
      filled(value, issue, document, `${pointer}/${member}`) as Value;
    return compactToken(
      fill(shown, "header"),
      fill(recipe.claims, "claims"),
      signer,
      typeof tampering === "object" ? fill(tampering, "tamper") : tampering,
    );
  };
}

function readKey(name: string, data: CredentialData, document: LocatedDocument): SigningKey {
  const { kid, jwk } = data.keys[name] as CredentialKey;
  try {
    return signingKey(kid, { ...jwk });
  } catch (thrown) {
    const reason = `this JWK cannot be used: ${(thrown as Error).message}`;
    throw invalid(document, `/keys/${escapePointer(name)}/jwk`, reason);
  }
}

/** @throws NexusError for any use except `{{case}}` and `{{unique}}`, and for a malformed time */
function filled(value: unknown, { now, ...texts }: Issue, document: LocatedDocument, pointer: string): unknown {
  const at = (place: string) => placeIn(document, place);
  const names = new Map([
    [CASE, texts.case],
    [UNIQUE, texts.unique],
  ]);
  try {
    return withTimes(fillCaptures(value, names, at, pointer), now);
  } catch (thrown) {
    if (thrown instanceof NexusError) {
      const reason = "in double braces, a credential can use only {{case}} and {{unique}}";
      throw NexusError.of("NXC_CONTRACT_INVALID", { reason }, thrown.where, thrown);
    }
    throw invalid(document, pointer, (thrown as Error).message);
  }
}

/** Replaces each `{now: SECONDS}` with the time so many seconds from now. */
function withTimes(value: unknown, now: number): unknown {
  if (Array.isArray(value)) return value.map((item) => withTimes(item, now));
  if (typeof value !== "object" || value === null) return value;
  if (Object.hasOwn(value, "now")) {
    const { now: seconds, ...others } = value as { readonly now: unknown };
    if (Number.isInteger(seconds) && Object.keys(others).length === 0) return now + (seconds as number);
    throw new Error("a time is {now: SECONDS}, with a whole number and no other member");
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withTimes(item, now)]));
}
