import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ErrorCode,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  type MessageExtraInfo,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";

export type Answer = JSONRPCResultResponse | JSONRPCErrorResponse;

/** Where messages come from. */
export interface Sender {
  /** What the server learns about the HTTP request: its headers, and who sent it. */
  readonly extra: MessageExtraInfo;
  /** The credential of the sender. Without one, a sender can cancel nothing that it sent earlier. */
  readonly credential: string | undefined;
}

/** The messages of one HTTP request. */
export interface Exchange {
  /** One answer for each request among the messages, in their order. */
  readonly answers: Promise<readonly Answer[]>;
  /** Ends what is still running, because no client waits for the answers any more. */
  abandon(): void;
}

interface Pending {
  /** The id that the client chose. */
  readonly clientId: RequestId;
  readonly credential: string | undefined;
  readonly resolve: (answer: Answer) => void;
}

/**
 * Connects one MCP server to any number of HTTP clients. Building a server takes fifty times as long as a call, so all
 * requests share one. Clients choose their ids without knowing of each other, so each request gets an id of our own on
 * its way in, and its client's id back on the way out.
 *
 * The server must not keep anything about a client: to the library, all of them are one client.
 */
export class SharedTransport implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  private readonly pending = new Map<RequestId, Pending>();
  /** The server ignores a cancellation of request 0. */
  private lastId = 0;

  async start(): Promise<void> {}

  /** Passes the messages of one HTTP request to the server. */
  exchange(messages: readonly JSONRPCMessage[], sender: Sender): Exchange {
    const ids: number[] = [];
    const answers: Promise<Answer>[] = [];
    for (const message of messages) {
      // Messages were held to their schemas when they were read; a method and an id tell their kinds apart.
      if ("method" in message && "id" in message) {
        const id = ++this.lastId;
        ids.push(id);
        answers.push(this.ask(id, message, sender));
      } else if ("method" in message) this.notify(message, sender);
      // Responses are left: this transport passes no request to a client, so they answer nothing.
    }
    return {
      answers: Promise.all(answers),
      abandon: () => {
        for (const id of ids) this.cancel(id, "The client closed its connection.");
      },
    };
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message)) {
      if (message.id !== undefined) this.settle(message.id, message);
    } else if ("id" in message) {
      // Dropping it would keep the server waiting until its time is up, and failing would leave its entry behind.
      const problem = `A client over HTTP cannot be asked for ${message.method}: its answer has no way back.`;
      this.onmessage?.({ ...failure(problem), id: message.id });
    }
    // Notifications are dropped: an answer in JSON has no room for them.
  }

  async close(): Promise<void> {
    for (const id of this.pending.keys()) this.settle(id, failure("The server was closed."));
    this.onclose?.();
  }

  private ask(id: number, request: JSONRPCRequest, { extra, credential }: Sender): Promise<Answer> {
    const { onmessage } = this;
    if (onmessage === undefined) throw new Error("No server is connected to this transport.");
    return new Promise((resolve) => {
      this.pending.set(id, { clientId: request.id, credential, resolve });
      onmessage({ ...request, id }, extra);
    });
  }

  private notify(notification: JSONRPCNotification, { extra, credential }: Sender): void {
    switch (notification.method) {
      case "notifications/cancelled":
        this.cancelFor(credential, notification.params?.["requestId"]);
        return;
      case "notifications/progress":
        // It belongs to a request of the server, and there are none.
        return;
      default:
        this.onmessage?.(notification, extra);
    }
  }

  /**
   * Several programs may share a credential and count their ids from the same number. If more than one request fits,
   * none is cancelled: cancelling is a courtesy, and losing another program's call is not.
   */
  private cancelFor(credential: string | undefined, clientId: unknown): void {
    if (credential === undefined) return;
    const fitting = [...this.pending].filter(
      ([, each]) => each.credential === credential && each.clientId === clientId,
    );
    const [only] = fitting;
    if (only !== undefined && fitting.length === 1) this.cancel(only[0], "The client cancelled this request.");
  }

  private cancel(id: RequestId, reason: string): void {
    if (!this.settle(id, failure(reason))) return;
    this.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason } });
  }

  /** @returns whether the request was still waiting */
  private settle(id: RequestId, answer: Answer): boolean {
    const pending = this.pending.get(id);
    if (pending === undefined) return false;
    this.pending.delete(id);
    pending.resolve({ ...answer, id: pending.clientId });
    return true;
  }
}

function failure(message: string): JSONRPCErrorResponse {
  return { jsonrpc: "2.0", error: { code: ErrorCode.ConnectionClosed, message } };
}
