import type { ThreadService } from "../thread-service.js";
import { startLooking } from "../wake/scheduler.js";
import { cannotListen } from "./listen.js";
import { type Address, DEFAULT_ADDRESS } from "./nexus-thread.js";
import { note } from "./note.js";
import { type ExitCode, Refused, reasonOf } from "./refused.js";
import { runtimeIn, type SettingFlags, settingsIn } from "./settings.js";

export interface ServeOptions extends SettingFlags {
  readonly stdio?: true;
  /** true where no address was given with it. */
  readonly http?: Address | true;
  readonly allowHost?: readonly string[];
}

/** Serves until the client closes its end or a signal comes, and answers what it has taken before it ends. */
export async function serve(options: ServeOptions): Promise<ExitCode> {
  if (options.stdio === true && options.http !== undefined) {
    throw new Refused(2, "--stdio and --http are two ways to serve. Start it once for each.");
  }
  if (options.allowHost !== undefined && options.http === undefined) {
    throw new Refused(2, "--allow-host is for --http. Leave it out.");
  }
  const service = await createService(options);
  const stopLooking = startLooking(service, (text) => note(`deferred wake-ups could not be looked at: ${text}`));
  try {
    if (options.http === undefined) {
      const { serveStdio } = await import("./serve-stdio.js");
      return await serveStdio(service, process.env["THREAD_TOKEN"]?.trim() || undefined);
    }
    const address = options.http === true ? DEFAULT_ADDRESS : options.http;
    return await overHttp(service, address, options.allowHost ?? []);
  } finally {
    await stopLooking();
    await service.close();
  }
}

async function createService(options: ServeOptions): Promise<ThreadService> {
  const settings = settingsIn(options);
  if (settings.keys === undefined) {
    throw new Refused(
      2,
      "no keys are named, so no token could be trusted. Run nexus-thread keygen --out keys, then serve with --keys keys/keys.jwks.json.",
    );
  }
  const runtime = runtimeIn(settings);
  // Loaded last: what cannot be used is told at once.
  const { openService } = await import("../open-service.js");
  return openService({
    config: settings,
    onFault: (fault, requestId) => note(`${requestId} failed: ${reasonOf(fault)}`),
    ...(runtime === undefined ? {} : { runtime }),
  });
}

async function overHttp(service: ThreadService, { host, port }: Address, names: readonly string[]): Promise<ExitCode> {
  const { serveHttp } = await import("../http.js");
  const running = await serveHttp(service, { host, port, names, note }).catch((thrown: NodeJS.ErrnoException) => {
    throw new Refused(3, cannotListen(thrown, host, port));
  });
  // Whoever has started it waits for this line.
  process.stdout.write(`${running.url}\n`);
  await new Promise<void>((end) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end());
  });
  await running.close();
  return 0;
}
