import type { Message, Model, ToolDescription } from "./model.js";

/** A conversation that goes on for longer has lost its way. */
const MOST_TURNS = 40;

export interface CallRecord {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly isRefused: boolean;
}

/** Where a model works: the tools that it may call, and what they do. */
export interface World {
  readonly tools: readonly ToolDescription[];
  /** Throws where the call is refused; the model reads the message of the error. */
  call(name: string, params: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Lets a model work until it calls no more tools. Its last message is empty where it never came to an end. */
export async function converse(
  model: Model,
  system: string,
  message: string,
  { tools, call }: World,
): Promise<{ readonly last: string; readonly calls: readonly CallRecord[] }> {
  const messages: Message[] = [{ from: "user", text: message }];
  const records: CallRecord[] = [];
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const { text, calls } = await model({ system, messages, tools });
    if (calls.length === 0) return { last: text, calls: records };
    messages.push({ from: "assistant", text, calls });
    for (const { id, name, params } of calls) {
      const [answer, isRefused] = await call(name, params).then(
        (given) => [given, false] as const,
        (thrown: Error) => [`failed: ${thrown.message}`, true] as const,
      );
      records.push({ name, params, isRefused });
      messages.push({ from: "tool", call: id, text: answer });
    }
  }
  return { last: "", calls: records };
}
