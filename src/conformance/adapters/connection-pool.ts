/** Connections to an implementation, each for one case at a time, and used again where the implementation allows. */

import type { OpenContext } from "../adapter.js";

export interface Connection {
  /** Whether it can serve no further case. */
  readonly isOver: boolean;
  /** @throws NexusError when its end was not what it should be */
  end(): Promise<void>;
}

export class ConnectionPool<C extends Connection> {
  private readonly idle: C[] = [];

  /**
   * @param connect makes a connection for a case
   * @param mayReuse whether the connection of an earlier case may serve this one, and this one's a later
   */
  constructor(
    private readonly connect: (context: OpenContext) => Promise<C>,
    private readonly mayReuse: (context: OpenContext) => boolean,
  ) {}

  async take(context: OpenContext): Promise<C> {
    while (this.mayReuse(context)) {
      const connection = this.idle.pop();
      if (connection === undefined) break;
      if (!connection.isOver) return connection;
      // It went wrong between two cases, which is the fault of neither.
      await connection.end().catch(() => undefined);
    }
    return this.connect(context);
  }

  /** Gives back the connection of a case. @throws NexusError when its end was not what it should be */
  async give(connection: C, context: OpenContext): Promise<void> {
    if (this.mayReuse(context) && !connection.isOver) this.idle.push(connection);
    else await connection.end();
  }

  /** Ends what is left when the run is over. */
  async end(): Promise<void> {
    await Promise.allSettled(this.idle.splice(0).map((connection) => connection.end()));
  }
}
