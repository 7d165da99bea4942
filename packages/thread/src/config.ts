import { isAbsolute, resolve } from "node:path";
import { isKeysUrl } from "@nexus-core/service/identity/keys-url";
import { StartError } from "@nexus-core/service/start-error";
import { isPostgresUrl } from "@nexus-core/service/store/postgres-url";
import type { Quota } from "./base/quota.js";
import { IDENTIFIER } from "./identity/identifier.js";
import { DEFAULT_TIMES, type WakeTimes } from "./wake/times.js";

/** The configuration of the service. */
export interface ServiceConfig {
  /** Absolute path or URL of the JWK set that holds the trusted keys; undefined if none is named. */
  readonly keys: string | undefined;
  /** Required value of a token's `aud`, or of one of its entries; unchecked if undefined. */
  readonly audience: string | undefined;
  /** Required value of a token's `iss`; unchecked if undefined. */
  readonly issuer: string | undefined;
  /** The longest time between the `iat` and the `exp` of a token. */
  readonly tokenLifetimeMs: number;
  /** A `postgres://…` URL or the absolute path of an SQLite file. */
  readonly database: string;
  /** Absolute path of the scripted runtime's script; undefined if none is set. */
  readonly runtimeScript: string | undefined;
  /** How often an agent may post; unlimited if undefined. */
  readonly quota: Quota | undefined;
  /** The only workspace to serve; all workspaces if undefined. */
  readonly workspace: string | undefined;
  readonly idempotencyWindowMs: number;
  /** How often an agent may wake others; unlimited if undefined. */
  readonly triggerQuota: Quota | undefined;
  /** How many sessions a workspace may start or resume; unlimited if undefined. */
  readonly startQuota: Quota | undefined;
  readonly times: WakeTimes;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const DEFAULTS = {
  THREAD_DATABASE: ".thread/thread.db",
  THREAD_TOKEN_LIFETIME: "7d",
  THREAD_POST_QUOTA: "600/60s",
  THREAD_IDEMPOTENCY_WINDOW: "24h",
  THREAD_TRIGGER_QUOTA: "120/60s",
  THREAD_START_QUOTA: "60/60s",
  THREAD_DEFER_CHECK: inSeconds(DEFAULT_TIMES.lookEveryMs),
  THREAD_QUIET: inSeconds(DEFAULT_TIMES.quietMs),
  THREAD_MAX_DEFER: inSeconds(DEFAULT_TIMES.longestDeferralMs),
  THREAD_STALE_AFTER: inSeconds(DEFAULT_TIMES.staleMs),
  THREAD_START_GRACE: inSeconds(DEFAULT_TIMES.startGraceMs),
} as const;

function inSeconds(milliseconds: number): string {
  return `${milliseconds / 1000}s`;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Upper limit for times: ten years, far above any sensible value and far below the limit of exact integers. */
const LONGEST_MS = 3650 * 86_400_000;

/**
 * Reads the configuration from environment variables. An empty variable counts as absent.
 * @param folder base of relative paths
 * @param nameOf the name of a variable in errors; by default its own name
 * @throws StartError that names the variable
 */
export function readConfig(
  environment: Environment,
  folder: string = process.cwd(),
  nameOf: (variable: string) => string = (variable) => variable,
): ServiceConfig {
  const value = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const path = (name: string): string | undefined => {
    const given = value(name);
    return given === undefined ? undefined : absolute(nameOf(name), given, folder);
  };
  const valueOrDefault = (name: keyof typeof DEFAULTS): [source: string, text: string] => [
    nameOf(name),
    value(name) ?? DEFAULTS[name],
  ];
  return {
    keys: isKeysUrl(value("THREAD_KEYS") ?? "") ? value("THREAD_KEYS") : path("THREAD_KEYS"),
    audience: value("THREAD_AUDIENCE"),
    issuer: value("THREAD_ISSUER"),
    tokenLifetimeMs: readDuration(...valueOrDefault("THREAD_TOKEN_LIFETIME")),
    database: readDatabase(...valueOrDefault("THREAD_DATABASE"), folder),
    runtimeScript: path("THREAD_RUNTIME_SCRIPT"),
    quota: readQuota(...valueOrDefault("THREAD_POST_QUOTA")),
    workspace: readWorkspace(nameOf("THREAD_WORKSPACE"), value("THREAD_WORKSPACE")),
    idempotencyWindowMs: readDuration(...valueOrDefault("THREAD_IDEMPOTENCY_WINDOW")),
    triggerQuota: readQuota(...valueOrDefault("THREAD_TRIGGER_QUOTA")),
    startQuota: readQuota(...valueOrDefault("THREAD_START_QUOTA")),
    times: {
      lookEveryMs: readDuration(...valueOrDefault("THREAD_DEFER_CHECK")),
      quietMs: readDuration(...valueOrDefault("THREAD_QUIET")),
      longestDeferralMs: readDuration(...valueOrDefault("THREAD_MAX_DEFER")),
      staleMs: readDuration(...valueOrDefault("THREAD_STALE_AFTER")),
      startGraceMs: readDuration(...valueOrDefault("THREAD_START_GRACE")),
    },
  };
}

/**
 * @param source where the value was given, such as `--quota`
 * @returns undefined for "none"
 * @throws StartError
 */
export function readQuota(source: string, text: string): Quota | undefined {
  if (text === "none") return undefined;
  const [, count = "", per = ""] = /^([0-9]{1,9})\/(.+)$/.exec(text) ?? [];
  const burst = Number(count);
  if (burst === 0) {
    throw new StartError(`${source}: ${quoted(text)} is no quota. Write a number per time such as 600/60s, or none.`);
  }
  return { burst, perMs: readDuration(source, per) };
}

/** @throws StartError */
export function readDuration(source: string, text: string): number {
  const [, count = "", unit = ""] = /^([0-9]{1,15})(ms|s|m|h|d)$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? 0);
  if (milliseconds === 0) {
    throw new StartError(`${source}: ${quoted(text)} is no time. Write a number and ms, s, m, h or d, such as 24h.`);
  }
  if (milliseconds > LONGEST_MS) throw new StartError(`${source}: ${quoted(text)} is more than ten years. Write less.`);
  return milliseconds;
}

/** @throws StartError */
export function readWorkspace(source: string, text: string | undefined): string | undefined {
  if (text === undefined || IDENTIFIER.test(text)) return text;
  throw new StartError(
    `${source}: ${quoted(text)} is no workspace id. Write letters, digits and _ . : @ - (at most 128), such as wk_mobile.`,
  );
}

/** @throws StartError */
export function readDatabase(source: string, text: string, folder: string): string {
  if (isPostgresUrl(text)) {
    if (URL.canParse(text)) return text;
    // A URL may hold a password.
    throw new StartError(`${source} is no URL that can be read. Write postgres://USER:PASSWORD@HOST:PORT/DATABASE.`);
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    throw new StartError(`${source} is a URL of an unknown kind. Write the path of a file, or postgres://….`);
  }
  return absolute(source, text, folder);
}

function absolute(source: string, text: string, folder: string): string {
  if (text.includes("\0")) throw new StartError(`${source} holds a NUL character and is no path. Write a path.`);
  return isAbsolute(text) ? text : resolve(folder, text);
}

function quoted(text: string): string {
  const [line = ""] = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text).split("\n");
  return line;
}
