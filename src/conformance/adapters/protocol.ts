/** The adapter protocol. Both directions are checked against its schema, so that an error shows which side caused it. */

import { NexusError } from "../../base/errors.js";
import { shippedSchema } from "../../base/shipped-schema.js";
import type { Advance, Call, Close, Emit, Hello, Open, Refusal, Response } from "../../generated/adapter-protocol.js";
import type { Welcome } from "../../generated/adapter-welcome.js";
import type { Conversation } from "./conversation.js";
import type { TimeLimit } from "./dialogue.js";
import { isObject, Refused } from "./refused.js";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
export type Saying = WithoutId<Hello | Open | Call | Emit | Advance | Close>;

type Part = "request" | "response" | "welcome";

function problemOf(part: Part, value: unknown): string | undefined {
  const [issue] = shippedSchema("adapter-protocol.schema.json", part)(value);
  return issue === undefined ? undefined : `${issue.message}${issue.pointer === "" ? "" : ` at ${issue.pointer}`}`;
}

/** The kit's side of the protocol with one program. */
export class ProtocolClient {
  private lastId = 0;
  private readonly waiting = new Map<number, (response: Response) => void>();

  /**
   * @param failed the error for a request that the program could not pass on, with its reason
   */
  constructor(
    private readonly conversation: Conversation,
    private readonly failed: (call: string, reason: string, words: string) => Error = (call, reason, words) =>
      NexusError.of("NXC_PROTOCOL_FAILED", { call, reason, words }),
  ) {
    conversation.onMessage = (message) => this.receive(message);
  }

  /**
   * Sends a request and waits for the result.
   * @throws Refused, or NexusError if there is no valid answer
   */
  async ask(saying: Saying, call: string, time: TimeLimit): Promise<unknown> {
    this.lastId += 1;
    const request = { id: this.lastId, ...saying };
    const problem = problemOf("request", request);
    if (problem !== undefined) throw NexusError.of("NXC_PROTOCOL_KIT", { call, problem });
    const answer = new Promise<Response>((resolve) => this.waiting.set(request.id, resolve));
    this.conversation.ask(request.id, call, request);
    const { refusal, failure, result } = await this.conversation.waitFor(answer, call, time);
    if (failure !== undefined) throw this.failed(call, failure, this.conversation.lastWords);
    if (refusal !== undefined) throw refusedAs(refusal);
    return result;
  }

  /** @throws NexusError */
  async welcome(hello: WithoutId<Hello>, time: TimeLimit): Promise<Welcome> {
    const result = await this.ask(hello, "hello", time);
    const problem = problemOf("welcome", result);
    if (problem === undefined) return result as Welcome;
    throw NexusError.of("NXC_PROTOCOL_INVALID", { call: "hello", problem, words: this.conversation.lastWords });
  }

  private receive(message: unknown): void {
    const problem = problemOf("response", message);
    if (problem !== undefined) {
      this.conversation.reject(problem);
      return;
    }
    const response = message as Response;
    if (!this.conversation.accept(response.id)) return;
    this.waiting.get(response.id)?.(response);
    this.waiting.delete(response.id);
  }
}

function refusedAs({ value, message, code, details }: Refusal): Refused {
  if (value !== undefined) return new Refused({ message, forms: [value].filter(isObject) });
  return new Refused({
    message,
    ...(code === undefined ? {} : { code }),
    ...(details === undefined ? {} : { details }),
  });
}
