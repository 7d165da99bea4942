/** The credentials of a contract: who may act in its fixtures, and the token with which each of them does. */

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

/** What one token differs in from the next. */
export interface Issue {
  /** Seconds since 1970 that the implementation's clock shows. */
  readonly now: number;
  /** Another text for each run of a case. */
  readonly case: string;
  /** Another text for each token. */
  readonly unique: string;
}

export interface Credentials {
  readonly actors: readonly string[];
  /** The token of an actor, which must be one of {@link actors}. */
  issue(actor: string, issue: Issue): string;
}

/** What stands for a text of its own in each token. */
const UNIQUE = "unique";

/** Everything that is wrong with a credentials file; a key that cannot be used hides what is signed with it. */
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

/** @throws NexusError for a key that is not there, and for a claim that cannot be filled in */
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
    throw invalid(document, `${pointer}/${member}`, `"${name}" is no key. ${hint}`.trim().replace(/\.$/u, ""));
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

/** @throws NexusError for a use of anything but `{{case}}` and `{{unique}}`, and for a time of another form */
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
      const reason = "a credential can use {{case}} and {{unique}}, and nothing else in double braces";
      throw NexusError.of("NXC_CONTRACT_INVALID", { reason }, thrown.where, thrown);
    }
    throw invalid(document, pointer, (thrown as Error).message);
  }
}

/** Seconds from now, where a value is `{now: SECONDS}`. */
function withTimes(value: unknown, now: number): unknown {
  if (Array.isArray(value)) return value.map((item) => withTimes(item, now));
  if (typeof value !== "object" || value === null) return value;
  if (Object.hasOwn(value, "now")) {
    const { now: seconds, ...others } = value as { readonly now: unknown };
    if (Number.isInteger(seconds) && Object.keys(others).length === 0) return now + (seconds as number);
    throw new Error("a time is {now: SECONDS}, a whole number and nothing beside it");
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withTimes(item, now)]));
}
