import { type ExitCode, Refused } from "@nexus-core/service/command-line/refused";
import type { ServedTool } from "@nexus-core/service/mcp/served-tool";
import { whenToEnd } from "@nexus-core/service/process/when-to-end";
import { isPostgresUrl } from "@nexus-core/service/store/postgres-url";
import { definedOnly, reasonOf } from "nexus-core/base";
import type { Clock } from "../base/clock.js";
import { MovableClock } from "../base/movable-clock.js";
import type { ThreadService } from "../thread-service.js";
import { startLooking } from "../wake/scheduler.js";
import { cannotListen } from "./listen.js";
import { note } from "./note.js";
import { processToken, type TokenFlags } from "./process-token.js";
import { type Reach, type ReachFlags, reachIn } from "./reach.js";
import type { SettingFlags } from "./setting-flags.js";
import { runtimeIn, type Settings, settingsIn } from "./settings.js";
import { uncheckedClaims } from "./unchecked-claims.js";

export interface ServeOptions extends SettingFlags, ReachFlags, TokenFlags {
  readonly stdio?: true;
  readonly movableClock?: true;
}

/** What is served, and with which settings. */
interface Served {
  readonly service: ThreadService;
  readonly settings: Settings;
  /** Tools beside those of the service. */
  readonly more: readonly ServedTool[];
}

/**
 * Serves until the client closes its end or a signal comes, then answers every call that it has read.
 * @returns 0, or 3 after an uncaught error or when a connection over stdio broke down
 */
export async function serve(options: ServeOptions): Promise<ExitCode> {
  if (options.stdio === true && options.http !== undefined) {
    throw new Refused(2, "--stdio and --http are two ways to serve. Start it once for each.");
  }
  if (options.http !== undefined && (options.tokenFile ?? options.tokenCommand) !== undefined) {
    throw new Refused(2, "a token of the process is for --stdio; over HTTP each call brings its own. Leave it out.");
  }
  const reach = reachIn(options);
  const settings = settingsIn(options);
  const movable = options.movableClock === true ? new MovableClock() : undefined;
  const service = await createService(settings, movable);
  const looking = (text: string) => note(`deferred wake-ups could not be looked at: ${text}`);
  const stopLooking = startLooking(service, looking, movable);
  const more = movable === undefined ? [] : [(await import("./move-clock.js")).moveClock(service, movable)];
  try {
    const served = { service, settings, more };
    return await (reach === undefined ? overStdio(served, options) : overHttp(served, reach));
  } finally {
    await stopLooking();
    await service.close();
  }
}

async function createService(settings: Settings, clock?: Clock): Promise<ThreadService> {
  if (settings.keys === undefined) {
    throw new Refused(
      2,
      "no keys are named, so no token could be trusted. Run nexus-thread keygen --out keys, then serve with --keys keys/keys.jwks.json.",
    );
  }
  const runtime = runtimeIn(settings, clock);
  // Loaded last, so that wrong settings are refused at once.
  const { openService } = await import("../open-service.js");
  return openService({
    config: settings,
    onFault: (fault, requestId) => note(`${requestId} failed: ${reasonOf(fault)}`),
    ...definedOnly({ runtime, clock }),
  });
}

/** As much as over HTTP, with room for calls that a client sends before it reads an answer. */
const LONGEST_MESSAGE = 4 * 1024 * 1024;

/** The token of the process names the agent for which it acts; without one each call brings its own. */
async function overStdio(served: Served, options: TokenFlags): Promise<ExitCode> {
  const { service, settings, more } = served;
  const [{ serveStdio }, { metaToken, serverOptions }] = await Promise.all([
    import("@nexus-core/service/mcp/serve-stdio"),
    import("../mcp.js"),
  ]);
  const token = await processToken(options, service);
  warn(served);
  // A client starts the server somewhere: the person should see which threads these are.
  note(`serves the threads of ${shownDatabase(settings.database)}`);
  try {
    const credentialOf = metaToken(() => token.current());
    // Only now: before calls are served there is nothing to finish, and a signal ends the process.
    const stopWaiting = () => service.stopWaiting();
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, stopWaiting);
    process.stdin.once("end", stopWaiting);
    return await serveStdio({ ...serverOptions(service, credentialOf, note, more), longestMessage: LONGEST_MESSAGE });
  } finally {
    token.stop();
  }
}

/** A path, or a URL without its user and password. */
function shownDatabase(database: string): string {
  if (!isPostgresUrl(database)) return database;
  const { protocol, host, pathname, searchParams } = new URL(database);
  const schema = searchParams.get("schema");
  return `${protocol}//${host}${pathname}${schema === null ? "" : `?schema=${schema}`}`;
}

async function overHttp(served: Served, reach: Reach): Promise<ExitCode> {
  const { service, more } = served;
  const { serveHttp } = await import("../http.js");
  const running = await serveHttp(service, { ...reach, note }, more).catch((thrown: NodeJS.ErrnoException) => {
    throw new Refused(3, cannotListen(thrown, reach.host, reach.port));
  });
  warn(served);
  // The starter waits for this line.
  process.stdout.write(`${running.url}\n`);
  const code = await whenToEnd(note);
  service.stopWaiting();
  await running.close();
  return code;
}

/** Call this once the service can serve, so that a refused start prints one line alone. */
function warn({ settings, more }: Served): void {
  const unchecked = uncheckedClaims(settings);
  if (unchecked !== undefined) note(unchecked);
  if (more.length > 0) note("everyone who reaches this server can move its clock. --movable-clock is for trials only.");
}
