/** The credentials of one run of a case. Each actor gets its token when it first acts, and keeps it. */

import { randomBytes } from "node:crypto";
import { CASE } from "../notation/bindings.js";
import type { Credentials } from "./credentials.js";

/** Shorter tokens are not hidden: the same text could occur anywhere by chance. */
const SHORTEST_SECRET = 8;

export class Wallet {
  /** The value of `{{case}}`, unique to each run of a case. */
  readonly case = randomBytes(5).toString("hex");
  private readonly tokens = new Map<string, string>();
  private movedMs = 0;

  constructor(private readonly credentials: Credentials | undefined) {}

  /** The values that every case has before its first step. */
  get bindings(): ReadonlyMap<string, unknown> {
    return new Map([[CASE, this.case]]);
  }

  /** How far the case has moved the implementation's clock. */
  get clockMs(): number {
    return this.movedMs;
  }

  moveClock(milliseconds: number): void {
    this.movedMs += milliseconds;
  }

  /** The token of an actor. Undefined without an actor, or if the contract has no credentials. */
  tokenOf(actor: string | undefined): string | undefined {
    if (actor === undefined || this.credentials === undefined) return undefined;
    const made = this.tokens.get(actor);
    if (made !== undefined) return made;
    const now = Math.floor((Date.now() + this.movedMs) / 1000);
    const token = this.credentials.issue(actor, { now, case: this.case, unique: randomBytes(9).toString("hex") });
    this.tokens.set(actor, token);
    return token;
  }

  /** Replaces every token with the name of its owner, because a report must not contain tokens. */
  hide<Value>(value: Value): Value {
    const secrets = [...this.tokens].filter(([, token]) => token.length >= SHORTEST_SECRET);
    return secrets.length === 0 ? value : (redacted(value, secrets) as Value);
  }
}

function redacted(value: unknown, secrets: readonly (readonly [actor: string, token: string])[]): unknown {
  if (typeof value === "string") {
    return secrets.reduce((text, [actor, token]) => text.replaceAll(token, `(credential of ${actor})`), value);
  }
  if (Array.isArray(value)) return value.map((item) => redacted(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redacted(name, secrets) as string, redacted(item, secrets)]),
  );
}
