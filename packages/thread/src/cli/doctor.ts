import { once } from "node:events";
import { createServer } from "node:net";
import { keysFrom } from "@nexus-core/service/identity/keys";
import { reasonOf } from "nexus-core/base";
import { visibleLine } from "nexus-core/visible-text";
import { systemClock } from "../clock.js";
import { createVerifier } from "../identity/create-verifier.js";
import { checkDatabase } from "./doctor-database.js";
import { checkKeys, commandsMissing } from "./doctor-files.js";
import { cannotListen } from "./listen.js";
import { type Address, DEFAULT_ADDRESS } from "./nexus-thread.js";
import type { ExitCode } from "./refused.js";
import { type SettingFlags, type Settings, settingsIn } from "./settings.js";
import { uncheckedClaims } from "./unchecked-claims.js";

export interface DoctorOptions extends SettingFlags {
  readonly http?: Address | true;
}

/** What a check has found: that all is well, or what is wrong and what to do about it. */
export interface Finding {
  readonly ok: boolean;
  /** All is well, but a setting would make it safer. */
  readonly warns?: boolean;
  readonly text: string;
}

type Check = () => Promise<Finding> | Finding;

const OLDEST_NODE = [20, 19] as const;
/** Before this was written no clock that goes right can stand. */
const EARLIEST = Date.UTC(2026, 10, 1);

/** Checks what `serve` needs and prints a line for each; it goes on after a finding, so that all are told at once. */
export async function doctor(options: DoctorOptions): Promise<ExitCode> {
  const settings = settingsIn(options);
  const checks: readonly (readonly [name: string, check: Check])[] = [
    ["node", node],
    ["clock", clock],
    ["database", () => checkDatabase(settings.database)],
    ["keys", () => checkKeys(settings.keys)],
    ["claims", () => claims(settings)],
    ["token", () => token(settings)],
    ["runtime", () => runtime(settings)],
    ["port", () => port(options.http)],
  ];
  let findings = 0;
  for (const [name, check] of checks) {
    const { ok, warns, text } = await found(check);
    if (!ok) findings += 1;
    const verdict = !ok ? "wrong" : warns === true ? "warn " : "ok   ";
    process.stdout.write(`${verdict}  ${name.padEnd(8)}  ${visibleLine(text)}\n`);
  }
  return findings === 0 ? 0 : 1;
}

async function found(check: Check): Promise<Finding> {
  try {
    return await check();
  } catch (thrown) {
    return { ok: false, text: reasonOf(thrown) };
  }
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return {
    ok,
    text: ok ? process.version : `${process.version} is too old. Install Node ${OLDEST_NODE.join(".")} or newer.`,
  };
}

function clock(): Finding {
  const now = new Date();
  const ok = now.getTime() >= EARLIEST;
  const text = now.toISOString();
  return { ok, text: ok ? text : `it is ${text}, which is past. Set the clock, or every token is refused.` };
}

function claims(settings: Settings): Finding {
  const unchecked = uncheckedClaims(settings);
  if (unchecked !== undefined) return { ok: true, warns: true, text: unchecked };
  return { ok: true, text: `a token needs the aud ${settings.audience} and the iss ${settings.issuer}` };
}

async function token({ keys, audience, issuer, tokenLifetimeMs }: Settings): Promise<Finding> {
  const given = process.env["THREAD_TOKEN"]?.trim();
  if (given === undefined || given === "") return { ok: true, text: "none in THREAD_TOKEN; each call brings its own" };
  if (keys === undefined) return { ok: false, text: "THREAD_TOKEN cannot be checked without keys." };
  const verifier = createVerifier({
    keys: await keysFrom(keys),
    clock: systemClock,
    lifetimeSeconds: tokenLifetimeMs / 1000,
    audience,
    issuer,
  });
  const { caller, usableUntil } = await verifier.verify(given);
  return {
    ok: true,
    text: `of ${caller.agentId} in ${caller.workspaceId}, until ${new Date(usableUntil).toISOString()}`,
  };
}

function runtime({ runtimeScript, runtimeFile }: Settings): Finding {
  if (runtimeScript !== undefined) return { ok: true, text: `scripted by ${runtimeScript}: nobody is really woken` };
  if (runtimeFile === undefined) return { ok: true, text: "none; nobody can be woken. --runtime FILE names commands" };
  const { commands, missing } = commandsMissing(runtimeFile);
  const [first] = missing;
  return first === undefined
    ? { ok: true, text: `${commands} commands in ${runtimeFile}` }
    : { ok: false, text: `${first} was not found. Install it, or write its whole path into ${runtimeFile}.` };
}

async function port(http: Address | true | undefined): Promise<Finding> {
  if (http === undefined) return { ok: true, text: "none needed over stdio; --http checks one" };
  const { host, port: number } = http === true ? DEFAULT_ADDRESS : http;
  const server = createServer();
  try {
    server.listen(number, host);
    await once(server, "listening");
    return { ok: true, text: `${host}:${number} is free` };
  } catch (thrown) {
    return { ok: false, text: cannotListen(thrown as NodeJS.ErrnoException, host, number) };
  } finally {
    server.close();
  }
}
