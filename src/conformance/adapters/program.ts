/** An adapter over a program that speaks the adapter protocol. */

import { NexusError } from "../../base/errors.js";
import type { Welcome } from "../../generated/adapter-welcome.js";
import type { Adapter, OpenContext, Session } from "./adapter.js";
import { ConnectionPool } from "./connection-pool.js";
import { Conversation } from "./conversation.js";
import { TimeLimit } from "./dialogue.js";
import { canPool, graceOf, type Launch, type LaunchContext, type LoadContext } from "./launch.js";
import { ProtocolClient } from "./protocol.js";

export interface Program {
  /** How to start it for a case, or only to learn what it offers. */
  readonly launch: (context: LaunchContext) => Launch;
  /** The error for a request that the program could not pass on to the implementation. */
  readonly failed: (call: string, reason: string, words: string) => NexusError;
}

/**
 * Starts the program once to learn what it offers.
 * @throws NexusError
 */
export async function loadProgram(program: Program, loading: LoadContext): Promise<Adapter> {
  const { environment: everyCase } = loading.contract;
  const handOver = loading.mapping.workspace ?? "none";
  const connect = (context: LaunchContext) => ProgramConnection.start(program, context, loading);
  const { first, user } = await loading.guardedFolders.lend(async (lent) => {
    const connection = await connect({ environment: everyCase, user: lent });
    const isPooled = loading.mapping.pool ?? connection.welcome.pool ?? false;
    // One that serves many cases may serve the first as well.
    if (!isPooled) await connection.end();
    return { first: connection, user: lent };
  });
  const { welcome } = first;
  const pooled = loading.mapping.pool ?? welcome.pool ?? false;
  const pool = new ConnectionPool(connect, (context) => pooled && canPool(handOver, context, everyCase));
  if (pooled) await pool.give(first, { environment: everyCase, user });
  return {
    name: welcome.name,
    ...(welcome.version === undefined ? {} : { version: welcome.version }),
    ...(welcome.namespace === undefined ? {} : { namespace: welcome.namespace }),
    ...(welcome.tools === undefined ? {} : { tools: welcome.tools }),
    ...(welcome.events === undefined ? {} : { events: welcome.events }),
    ...(welcome.without_agent === undefined ? {} : { withoutAgent: welcome.without_agent }),
    surfaces: [...new Set([...(welcome.surfaces ?? ["tools"]), "process"])],
    open: async (context) => {
      const connection = await pool.take(context);
      return connection.session(context, () => pool.give(connection, context));
    },
    close: () => pool.end(),
  };
}

class ProgramConnection {
  private constructor(
    private readonly conversation: Conversation,
    private readonly client: ProtocolClient,
    readonly welcome: Welcome,
    private readonly program: Program,
    private readonly limit: number,
  ) {}

  /** @throws NexusError if the program does not start, or does not answer `hello` */
  static async start(program: Program, context: LaunchContext, { contract, limit }: LoadContext) {
    const time = new TimeLimit(limit);
    const { command, ...options } = program.launch(context);
    const conversation = await Conversation.start(command, options);
    const client = new ProtocolClient(conversation, program.failed);
    try {
      const { id, version } = contract;
      const hello = { cmd: "hello", protocol: 1, contract: id, contract_version: version } as const;
      return new ProgramConnection(conversation, client, await client.welcome(hello, time), program, limit);
    } catch (thrown) {
      await conversation.abandon();
      throw thrown;
    }
  }

  get isOver(): boolean {
    return this.conversation.isOver;
  }

  end(): Promise<void> {
    return this.conversation.end(graceOf(this.limit));
  }

  /** @throws NexusError if the program does not open the case */
  async session(context: OpenContext, giveBack: () => Promise<void>): Promise<Session> {
    const { client, limit } = this;
    const { workspace, namespace, environment = {} } = context;
    const opened = await this.open({ cmd: "open", workspace, namespace, environment });
    const { clock = this.welcome.clock, events } = Object(opened) as { clock?: unknown; events?: unknown };
    const emit: NonNullable<Session["emit"]> = (event, params, options) =>
      client.ask({ cmd: "emit", event, params, ...options }, `event ${event}`, new TimeLimit(limit));
    return {
      call: (tool, params, options) =>
        client.ask({ cmd: "call", tool, params, ...options }, tool, new TimeLimit(limit)),
      ...(events !== false && { emit }),
      ...(clock === true && { advanceClock: (milliseconds: number) => this.advance(milliseconds) }),
      kill: (signal) => this.conversation.kill(signal, graceOf(limit)),
      close: async () => {
        await this.closeCase();
        await giveBack();
      },
    };
  }

  private async open(open: Parameters<ProtocolClient["ask"]>[0]): Promise<unknown> {
    try {
      return await this.client.ask(open, "open", new TimeLimit(this.limit));
    } catch (thrown) {
      await this.conversation.abandon();
      throw this.failed("open", thrown);
    }
  }

  private async advance(milliseconds: number): Promise<void> {
    try {
      await this.client.ask({ cmd: "advance", milliseconds }, "advance", new TimeLimit(this.limit));
    } catch (thrown) {
      throw this.failed("advance", thrown);
    }
  }

  private async closeCase(): Promise<void> {
    if (this.conversation.isOver) return;
    try {
      await this.client.ask({ cmd: "close" }, "close", new TimeLimit(this.limit / 2));
    } catch (thrown) {
      await this.conversation.abandon();
      throw this.failed("close", thrown);
    }
  }

  /** `open`, `advance` and `close` are not calls of the contract, so a refusal of them is a failure of the adapter. */
  private failed(call: string, thrown: unknown): NexusError {
    if (thrown instanceof NexusError) return thrown;
    return this.program.failed(call, (thrown as Error).message, this.conversation.lastWords);
  }
}
