/** Connections to an implementation. Each serves one case at a time, and later cases if the implementation allows it. */

import { NexusError } from "../../base/errors.js";
import type { Adapter, OpenContext } from "./adapter.js";

export interface Connection {
  /** Whether it can no longer serve a case. */
  readonly isOver: boolean;
  /** @throws NexusError if it does not end properly */
  end(): Promise<void>;
}

/** What decides which connection serves a case. */
export type Surroundings = Pick<OpenContext, "environment" | "fresh" | "user">;

export class ConnectionPool<C extends Connection> {
  /** Idle connections, each with the home folder of its process. Only a case with the same home folder can use it. */
  private readonly idle: { readonly connection: C; readonly home: string | undefined }[] = [];

  /**
   * @param connect makes a connection for a case
   * @param mayReuse whether a case can use an earlier connection and leave its own to later cases
   */
  constructor(
    private readonly connect: (context: OpenContext) => Promise<C>,
    private readonly mayReuse: (context: Surroundings) => boolean,
  ) {}

  async take(context: OpenContext): Promise<C> {
    const home = context.user?.home;
    while (this.mayReuse(context)) {
      const at = this.idle.findLastIndex((each) => each.home === home);
      const [found] = at === -1 ? [] : this.idle.splice(at, 1);
      if (found === undefined) break;
      if (!found.connection.isOver) return found.connection;
      // It failed between two cases, so neither is to blame.
      await found.connection.end().catch(() => undefined);
    }
    return this.connect(context);
  }

  /** Takes back the connection of a case. @throws NexusError if it does not end properly */
  async give(connection: C, context: Surroundings): Promise<void> {
    const home = context.user?.home;
    if (this.mayReuse(context) && !connection.isOver) this.idle.push({ connection, home });
    else await connection.end();
  }

  /** Ends all idle connections after the run. */
  async end(): Promise<void> {
    await Promise.allSettled(this.idle.splice(0).map(({ connection }) => connection.end()));
  }
}

/**
 * An adapter for an implementation that could not be reached. The run still makes a report, in which every case gives the
 * reason, and no case waits for the implementation again.
 */
export function unreachable(name: string, thrown: unknown): Adapter {
  const reason = NexusError.from(thrown);
  return {
    name,
    open: () => {
      throw reason;
    },
  };
}
