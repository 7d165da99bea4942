/** The credentials of one run of a case: each actor gets its token when it first acts, and keeps it. */

import { randomBytes } from "node:crypto";
import { CASE } from "../notation/bindings.js";
import type { Credentials } from "./credentials.js";

/** A text as short as this could stand anywhere by chance. */
const SHORTEST_SECRET = 8;

export class Wallet {
  /** What `{{case}}` stands for: another text for each run of a case. */
  readonly case = randomBytes(5).toString("hex");
  private readonly tokens = new Map<string, string>();
  private movedMs = 0;

  /** @param credentials of the contract, where it has any */
  constructor(private readonly credentials: Credentials | undefined) {}

  /** What every case of the contract has kept before its first step. */
  get bindings(): ReadonlyMap<string, unknown> {
    return new Map([[CASE, this.case]]);
  }

  /** By how much the case has moved the implementation's clock. */
  get clockMs(): number {
    return this.movedMs;
  }

  moveClock(milliseconds: number): void {
    this.movedMs += milliseconds;
  }

  /** The token of who acts; undefined where nobody does, or where the contract has no credentials. */
  tokenOf(actor: string | undefined): string | undefined {
    if (actor === undefined || this.credentials === undefined) return undefined;
    const made = this.tokens.get(actor);
    if (made !== undefined) return made;
    const now = Math.floor((Date.now() + this.movedMs) / 1000);
    const token = this.credentials.issue(actor, { now, case: this.case, unique: randomBytes(9).toString("hex") });
    this.tokens.set(actor, token);
    return token;
  }

  /** The same value with the name of its owner in place of every token: a report shows none. */
  hide<Value>(value: Value): Value {
    const secrets = [...this.tokens].filter(([, token]) => token.length >= SHORTEST_SECRET);
    return secrets.length === 0 ? value : (without(value, secrets) as Value);
  }
}

function without(value: unknown, secrets: readonly (readonly [actor: string, token: string])[]): unknown {
  if (typeof value === "string") {
    return secrets.reduce((text, [actor, token]) => text.replaceAll(token, `(credential of ${actor})`), value);
  }
  if (Array.isArray(value)) return value.map((item) => without(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [without(name, secrets) as string, without(item, secrets)]),
  );
}
