/** Resolves a credential that says it is `like` another one. */

import { didYouMean } from "../../base/nearest.js";
import type { Credential } from "../../generated/credentials.js";
import type { Tampering } from "./token.js";

type Members = Readonly<Record<string, unknown>>;
type Table = Readonly<Record<string, Credential>>;

export type Recipe =
  | { readonly raw: string }
  | {
      readonly raw?: undefined;
      readonly key: string | undefined;
      readonly alg: "none" | "HS256" | undefined;
      readonly secretOf: string | undefined;
      readonly header: Members;
      readonly withoutHeader: readonly string[];
      readonly claims: Members;
      readonly tampering: Tampering | undefined;
    };

/** An error in a credential. @param member the member that is wrong */
export class BadCredential extends Error {
  constructor(
    readonly member: string,
    reason: string,
  ) {
    super(reason);
  }
}

const NOTHING: Recipe = {
  key: undefined,
  alg: undefined,
  secretOf: undefined,
  header: {},
  withoutHeader: [],
  claims: {},
  tampering: undefined,
};

/**
 * @param actor has a credential in the table
 * @throws BadCredential
 */
export function recipeOf(actor: string, table: Table, followed: readonly string[] = []): Recipe {
  const own = table[actor] ?? {};
  if (own.raw !== undefined) return { raw: own.raw };
  const base = own.like === undefined ? NOTHING : followedTo(own.like, table, [...followed, actor]);
  if (base.raw !== undefined) {
    throw new BadCredential("like", `"${own.like}" is a raw text, which cannot be changed`);
  }
  const omitted = new Set(own.without);
  for (const name of omitted) {
    if (!Object.hasOwn({ ...base.claims, ...own.claims }, name)) {
      throw new BadCredential("without", `there is no claim "${name}" to leave out`);
    }
  }
  const claims = Object.entries({ ...base.claims, ...own.claims }).filter(([name]) => !omitted.has(name));
  return {
    key: own.key ?? base.key,
    alg: own.alg ?? base.alg,
    secretOf: own.secret_of ?? base.secretOf,
    header: { ...base.header, ...own.header },
    withoutHeader: own.without_header ?? base.withoutHeader,
    claims: Object.fromEntries(claims),
    tampering: (own.tamper as Tampering | undefined) ?? base.tampering,
  };
}

function followedTo(like: string, table: Table, followed: readonly string[]): Recipe {
  if (!Object.hasOwn(table, like)) {
    const hint = didYouMean(like, Object.keys(table));
    throw new BadCredential("like", `"${like}" is not a credential. ${hint}`.trim().replace(/\.$/u, ""));
  }
  if (followed.includes(like))
    throw new BadCredential("like", `${[...followed, like].join(" is like ")}, which is a circle`);
  return recipeOf(like, table, followed);
}
