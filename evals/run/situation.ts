/** A situation in which a body has to make a difference, what has to come of it, and scripts that prove each check. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { load } from "js-yaml";
import { compileSchemas } from "../../src/base/json-schema.js";
import { packageRoot } from "../../src/base/package-root.js";
import schema from "./situation.schema.json" with { type: "json" };

/** Operators of the fixture language by parameter, such as `{ prompt: { pattern: "never" } }`. */
type Matchers = Readonly<Record<string, unknown>>;

/** A call of a tool: its name, with its parameters. */
type Call = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface CallPattern {
  /** Several names are divided by `|`. */
  readonly called: string;
  readonly with?: Matchers;
}

/** One demand. Which one it is shows in its first member. */
export type Check =
  /** Calls that took effect, at least one or as many as `times` says, and before all of `before`. */
  | (CallPattern & { readonly times?: unknown; readonly before?: CallPattern })
  /** No call, not even one that is refused. */
  | { readonly never: string; readonly with?: Matchers }
  /** No other file differs, apart from the state. What ends in `/` is a folder. */
  | { readonly changed: readonly string[] }
  /** The text of a file, or with `at` what stands at this path of its JSON. */
  | { readonly file: string; readonly at?: string; readonly is: unknown; readonly lacks?: string }
  /** What stands at this path of the report; with `some` or `none` an item of the list there. */
  | { readonly report: string; readonly is?: unknown; readonly some?: Matchers; readonly none?: Matchers }
  /** The last message as a whole, report included. */
  | { readonly says?: string; readonly silent?: string };

/** What the scripted model does: these calls in their order, then a message with a report. */
export interface Script {
  readonly calls?: readonly Call[];
  /** Laid over a report that is complete and says nothing else. */
  readonly report?: Readonly<Record<string, unknown>>;
}

/** What a tool answers that reaches outside of the folder. The first that fits and is not used up counts. */
export interface Answer {
  readonly tool: string;
  readonly when?: Matchers;
  readonly gives: string;
  /** Files that somebody writes meanwhile. */
  readonly writes?: Readonly<Record<string, string>>;
  readonly once?: boolean;
}

export interface Situation {
  readonly id: string;
  readonly body: string;
  readonly title: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Operations that the reference harness has carried out before. */
  readonly operations?: readonly Call[];
  readonly answers?: readonly Answer[];
  readonly message: string;
  readonly checks: Readonly<Record<string, Check>>;
  readonly good: Script;
  /** For each check, a way to fail it. What it does not say it does as the good one. */
  readonly bad: Readonly<Record<string, Script>>;
}

const check = compileSchemas([schema])(schema.$id);

/** @throws Error that names the file and the place, for a situation that breaks its form or has a check that cannot fail */
export function loadSituations(): readonly Situation[] {
  const folder = join(packageRoot, "evals/situations");
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const body = basename(file, ".yml");
      const fail = (reason: string): never => {
        throw new Error(`evals/situations/${body}.yml: ${reason}`);
      };
      const value = load(readFileSync(join(folder, file), "utf8"));
      const [issue] = check(value);
      if (issue !== undefined) fail(`${issue.pointer}: ${issue.message}`);
      if (!["agents", "skills"].some((folder) => existsSync(join(packageRoot, folder, body))))
        fail("there is no such body");
      const situations = (value as readonly Omit<Situation, "body">[]).map((situation) => ({ ...situation, body }));
      for (const { id, checks, bad } of situations) {
        const unproved = Object.keys(checks).filter((name) => bad[name] === undefined);
        const unknown = Object.keys(bad).filter((name) => checks[name] === undefined);
        if (unproved.length > 0) fail(`${id}: nothing fails "${unproved.join('", "')}"`);
        if (unknown.length > 0) fail(`${id}: there is no check "${unknown.join('", "')}"`);
      }
      return situations;
    });
}
