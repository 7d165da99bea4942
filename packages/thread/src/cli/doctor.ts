import { once } from "node:events";
import { createServer } from "node:net";
import { checkNode, type Finding, ok, runDoctor, warn, wrong } from "@nexus-core/service/command-line/doctor";
import type { ExitCode } from "@nexus-core/service/command-line/refused";
import { keysFrom } from "@nexus-core/service/identity/keys-from";
import { systemClock } from "../base/clock.js";
import { createVerifier } from "../identity/create-verifier.js";
import { type Address, DEFAULT_ADDRESS } from "./address.js";
import { checkDatabase } from "./doctor-database.js";
import { checkKeys, commandsMissing } from "./doctor-files.js";
import { cannotListen } from "./listen.js";
import type { SettingFlags } from "./setting-flags.js";
import { type Settings, settingsIn } from "./settings.js";
import { uncheckedClaims } from "./unchecked-claims.js";

export interface DoctorOptions extends SettingFlags {
  readonly http?: Address | true;
}

/** This code was written after it, so a clock that shows an earlier time is wrong. */
const EARLIEST = Date.UTC(2026, 10, 1);

/** Checks what `serve` needs. */
export function doctor(options: DoctorOptions): Promise<ExitCode> {
  const settings = settingsIn(options);
  return runDoctor({
    node: checkNode,
    clock,
    database: () => checkDatabase(settings.database),
    keys: () => checkKeys(settings.keys),
    claims: () => claims(settings),
    token: () => token(settings),
    runtime: () => runtime(settings),
    port: () => port(options.http),
  });
}

function clock(): Finding {
  const now = new Date();
  const text = now.toISOString();
  if (now.getTime() >= EARLIEST) return ok(text);
  return wrong(`it is ${text}, which is past. Set the clock, or every token is refused.`);
}

function claims(settings: Settings): Finding {
  const unchecked = uncheckedClaims(settings);
  if (unchecked !== undefined) return warn(unchecked);
  return ok(`a token needs the aud ${settings.audience} and the iss ${settings.issuer}`);
}

async function token({ keys, audience, issuer, tokenLifetimeMs }: Settings): Promise<Finding> {
  const given = process.env["THREAD_TOKEN"]?.trim();
  if (given === undefined || given === "") return ok("none in THREAD_TOKEN; each call brings its own");
  if (keys === undefined) return wrong("THREAD_TOKEN cannot be checked without keys.");
  const verifier = createVerifier({
    keys: await keysFrom(keys),
    clock: systemClock,
    lifetimeSeconds: tokenLifetimeMs / 1000,
    audience,
    issuer,
  });
  const { caller, usableUntil } = await verifier.verify(given);
  return ok(`of ${caller.agentId} in ${caller.workspaceId}, until ${new Date(usableUntil).toISOString()}`);
}

function runtime({ runtimeScript, runtimeFile }: Settings): Finding {
  if (runtimeScript !== undefined) return ok(`scripted by ${runtimeScript}: no agent is really woken`);
  if (runtimeFile === undefined) return ok("none, so no agent can be woken. --runtime FILE names commands");
  const { commands, missing } = commandsMissing(runtimeFile);
  const [first] = missing;
  return first === undefined
    ? ok(`${commands} commands in ${runtimeFile}`)
    : wrong(`${first} was not found. Install it, or write its whole path into ${runtimeFile}.`);
}

async function port(http: Address | true | undefined): Promise<Finding> {
  if (http === undefined) return ok("none needed over stdio; --http checks one");
  const { host, port: number } = http === true ? DEFAULT_ADDRESS : http;
  const server = createServer();
  try {
    server.listen(number, host);
    await once(server, "listening");
    return ok(`${host}:${number} is free`);
  } catch (thrown) {
    return wrong(cannotListen(thrown as NodeJS.ErrnoException, host, number));
  } finally {
    server.close();
  }
}
