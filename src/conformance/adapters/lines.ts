/** `lines:COMMAND`: a program in any language that speaks the adapter protocol, one JSON object per line. */

import { NexusError } from "../../base/errors.js";
import type { Welcome } from "../../generated/adapter-welcome.js";
import type { Adapter, OpenContext, Session } from "./adapter.js";
import { ConnectionPool } from "./connection-pool.js";
import { Conversation } from "./conversation.js";
import { TimeLimit } from "./dialogue.js";
import { canPool, graceOf, type LaunchContext, type LoadContext, launchOf } from "./launch.js";
import { ProtocolClient } from "./protocol.js";
import { splitCommand } from "./split-command.js";
import { unreachable } from "./unreachable.js";

/**
 * Starts the program once to learn what it offers. If that fails, returns an adapter on which every case fails.
 * @throws NexusError NXC_ADAPTER_COMMAND or NXC_ADAPTER_MAPPING
 */
export async function loadLinesAdapter(text: string, loading: LoadContext): Promise<Adapter> {
  const command = splitCommand(text);
  const { credential } = loading.mapping;
  if (credential !== undefined && !("param" in credential)) {
    const reason = "a program gets the credential as a member of call, so credential can only be { param: NAME }";
    throw NexusError.of("NXC_ADAPTER_MAPPING", { reason });
  }
  const { environment: everyCase } = loading.contract;
  const handOver = loading.mapping.workspace ?? "none";
  const connect = async (context: LaunchContext) =>
    LinesConnection.start(launchOf(command, loading.cwd, handOver, context), loading);
  let welcome: Welcome;
  try {
    welcome = await loading.guardedFolders.lend(async (user) => {
      const connection = await connect({ environment: everyCase, user });
      await connection.end();
      return connection.welcome;
    });
  } catch (thrown) {
    return unreachable(text, thrown);
  }
  const pooled = loading.mapping.pool ?? welcome.pool ?? false;
  const pool = new ConnectionPool(connect, (context) => pooled && canPool(handOver, context, everyCase));
  return {
    name: welcome.name,
    ...(welcome.version === undefined ? {} : { version: welcome.version }),
    ...(welcome.namespace === undefined ? {} : { namespace: welcome.namespace }),
    ...(welcome.tools === undefined ? {} : { tools: welcome.tools }),
    ...(welcome.events === undefined ? {} : { events: welcome.events }),
    surfaces: [...(welcome.surfaces ?? ["tools"]), "process"],
    open: async (context) => {
      const connection = await pool.take(context);
      return connection.session(context, () => pool.give(connection, context));
    },
    close: () => pool.end(),
  };
}

class LinesConnection {
  private constructor(
    private readonly conversation: Conversation,
    private readonly client: ProtocolClient,
    readonly welcome: Welcome,
    private readonly limit: number,
  ) {}

  /** @throws NexusError if the program does not start, or does not answer `hello` */
  static async start({ command, ...options }: ReturnType<typeof launchOf>, { contract, limit }: LoadContext) {
    const time = new TimeLimit(limit);
    const conversation = await Conversation.start(command, options);
    const client = new ProtocolClient(conversation);
    try {
      const { id, version } = contract;
      const hello = { cmd: "hello", protocol: 1, contract: id, contract_version: version } as const;
      return new LinesConnection(conversation, client, await client.welcome(hello, time), limit);
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
    const open = { cmd: "open", workspace, namespace, environment } as const;
    try {
      await client.ask(open, "open", new TimeLimit(limit));
    } catch (thrown) {
      await this.conversation.abandon();
      throw thrown instanceof NexusError ? thrown : this.failed("open", thrown);
    }
    return {
      call: (tool, params, options) =>
        client.ask({ cmd: "call", tool, params, ...options }, tool, new TimeLimit(limit)),
      emit: (event, params, options) =>
        client.ask({ cmd: "emit", event, params, ...options }, `event ${event}`, new TimeLimit(limit)),
      ...(this.welcome.clock === true && { advanceClock: (milliseconds: number) => this.advance(milliseconds) }),
      kill: (signal) => this.conversation.kill(signal, graceOf(limit)),
      close: async () => {
        await this.closeCase();
        await giveBack();
      },
    };
  }

  private async advance(milliseconds: number): Promise<void> {
    try {
      await this.client.ask({ cmd: "advance", milliseconds }, "advance", new TimeLimit(this.limit));
    } catch (thrown) {
      throw thrown instanceof NexusError ? thrown : this.failed("advance", thrown);
    }
  }

  private async closeCase(): Promise<void> {
    if (this.conversation.isOver) return;
    try {
      await this.client.ask({ cmd: "close" }, "close", new TimeLimit(this.limit / 2));
    } catch (thrown) {
      await this.conversation.abandon();
      throw thrown instanceof NexusError ? thrown : this.failed("close", thrown);
    }
  }

  /** `open`, `advance` and `close` are not calls of the contract, so a refusal of them is a failure of the adapter. */
  private failed(call: string, thrown: unknown): NexusError {
    const reason = (thrown as Error).message;
    return NexusError.of("NXC_PROTOCOL_FAILED", { call, reason, words: this.conversation.lastWords });
  }
}
