import type { Setting } from "@nexus-core/service/command-line/settings";
import { DEFAULTS } from "../config.js";

/** The settings of the service, by the names under which commander gives the values of their flags. */
export const SETTINGS = {
  database: {
    flags: "--database <URL>",
    description: "path of the SQLite file, or postgres://…",
    variable: "THREAD_DATABASE",
    otherwise: DEFAULTS.THREAD_DATABASE,
  },
  keys: {
    flags: "--keys <FILE>",
    description: "file or URL of the trusted public keys, a JWK set",
    variable: "THREAD_KEYS",
  },
  audience: {
    flags: "--audience <TEXT>",
    description: "accept only tokens with this aud",
    variable: "THREAD_AUDIENCE",
  },
  issuer: { flags: "--issuer <TEXT>", description: "accept only tokens with this iss", variable: "THREAD_ISSUER" },
  tokenLifetime: {
    flags: "--token-lifetime <TIME>",
    description: "accept only tokens that are valid for this long at most",
    variable: "THREAD_TOKEN_LIFETIME",
    otherwise: DEFAULTS.THREAD_TOKEN_LIFETIME,
  },
  workspace: { flags: "--workspace <ID>", description: "serve this workspace only", variable: "THREAD_WORKSPACE" },
  runtime: {
    flags: "--runtime <FILE>",
    description: "which commands wake the agents of which runtime, as JSON",
    variable: "THREAD_RUNTIME",
  },
  runtimeScript: {
    flags: "--runtime-script <FILE>",
    description: "a scripted runtime instead, for trying things out",
    variable: "THREAD_RUNTIME_SCRIPT",
  },
  quota: {
    flags: "--quota <POSTS>",
    description: "posts of one agent, such as 600/60s, or none",
    variable: "THREAD_POST_QUOTA",
    otherwise: DEFAULTS.THREAD_POST_QUOTA,
  },
  idempotencyWindow: {
    flags: "--idempotency-window <TIME>",
    description: "how long keys of retries are kept, such as 24h",
    variable: "THREAD_IDEMPOTENCY_WINDOW",
    otherwise: DEFAULTS.THREAD_IDEMPOTENCY_WINDOW,
  },
  triggerQuota: {
    flags: "--trigger-quota <TRIGGERS>",
    description: "wake-ups that one agent may ask for, such as 120/60s, or none",
    variable: "THREAD_TRIGGER_QUOTA",
    otherwise: DEFAULTS.THREAD_TRIGGER_QUOTA,
  },
  startQuota: {
    flags: "--start-quota <STARTS>",
    description: "sessions that may be started or resumed in one workspace, such as 60/60s, or none",
    variable: "THREAD_START_QUOTA",
    otherwise: DEFAULTS.THREAD_START_QUOTA,
  },
  startGrace: {
    flags: "--start-grace <TIME>",
    description: "how long a new session may take to send a heartbeat, before another one is started",
    variable: "THREAD_START_GRACE",
    otherwise: DEFAULTS.THREAD_START_GRACE,
  },
  staleAfter: {
    flags: "--stale-after <TIME>",
    description: "without a heartbeat for this long, a session counts as offline",
    variable: "THREAD_STALE_AFTER",
    otherwise: DEFAULTS.THREAD_STALE_AFTER,
  },
  quiet: {
    flags: "--quiet <TIME>",
    description: "how long nobody may have typed in a session before it is woken",
    variable: "THREAD_QUIET",
    otherwise: DEFAULTS.THREAD_QUIET,
  },
  maxDefer: {
    flags: "--max-defer <TIME>",
    description: "how long a wake-up waits at most until nobody types",
    variable: "THREAD_MAX_DEFER",
    otherwise: DEFAULTS.THREAD_MAX_DEFER,
  },
  deferCheck: {
    flags: "--defer-check <TIME>",
    description: "how often it is checked whether somebody types",
    variable: "THREAD_DEFER_CHECK",
    otherwise: DEFAULTS.THREAD_DEFER_CHECK,
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingFlags = { readonly [Name in keyof typeof SETTINGS]?: string };
