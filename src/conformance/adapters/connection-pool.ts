/** Connections to an implementation, each for one case at a time, and used again where the implementation allows. */

import type { OpenContext } from "./adapter.js";

export interface Connection {
  /** Whether it can serve no further case. */
  readonly isOver: boolean;
  /** @throws NexusError when its end was not what it should be */
  end(): Promise<void>;
}

export class ConnectionPool<C extends Connection> {
  /** Each with the home folder that it was started with, which another case may not have. */
  private readonly idle: { readonly connection: C; readonly home: string | undefined }[] = [];

  /**
   * @param connect makes a connection for a case
   * @param mayReuse whether the connection of an earlier case may serve this one, and this one's a later
   */
  constructor(
    private readonly connect: (context: OpenContext) => Promise<C>,
    private readonly mayReuse: (context: OpenContext) => boolean,
  ) {}

  async take(context: OpenContext): Promise<C> {
    const home = context.user?.home;
    while (this.mayReuse(context)) {
      const at = this.idle.findLastIndex((each) => each.home === home);
      const [found] = at === -1 ? [] : this.idle.splice(at, 1);
      if (found === undefined) break;
      if (!found.connection.isOver) return found.connection;
      // It went wrong between two cases, which is the fault of neither.
      await found.connection.end().catch(() => undefined);
    }
    return this.connect(context);
  }

  /** Gives back the connection of a case. @throws NexusError when its end was not what it should be */
  async give(connection: C, context: OpenContext): Promise<void> {
    const home = context.user?.home;
    if (this.mayReuse(context) && !connection.isOver) this.idle.push({ connection, home });
    else await connection.end();
  }

  /** Ends what is left when the run is over. */
  async end(): Promise<void> {
    await Promise.allSettled(this.idle.splice(0).map(({ connection }) => connection.end()));
  }
}
