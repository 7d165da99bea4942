/** A model behind the chat completions that many servers offer, with calls of tools. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Message, Model, ModelReply, ModelRequest } from "./model.js";
import { ScenarioError } from "./scenario-error.js";

export interface OpenAiOptions {
  /** Everything before `/chat/completions`. */
  readonly url: string;
  readonly modelName: string;
  /** Sent as a bearer token where there is one; shown nowhere. */
  readonly key?: string;
  readonly timeoutMs: number;
  /** Tries after the first, for 429, 5xx, and connections that break. */
  readonly retries?: number;
  /** What the wait between tries begins with; a server that says how long to wait is believed, up to a minute. */
  readonly firstWaitMs?: number;
}

const LONGEST_WAIT_MS = 60_000;

interface Completion {
  readonly choices?: readonly {
    readonly message?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly id?: string;
        readonly function?: { name?: string; arguments?: string };
      }[];
    };
  }[];
}

export function openAiModel(options: OpenAiOptions): Model {
  return async (request) => readCompletion(await post(bodyOf(request, options.modelName), options), options.url);
}

function bodyOf({ system, messages, tools }: ModelRequest, model: string): object {
  return {
    model,
    messages: [{ role: "system", content: system }, ...messages.map(toChat)],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: "function",
            function: { name, description, parameters },
          })),
        }),
  };
}

function toChat(message: Message): object {
  if (message.from === "user") return { role: "user", content: message.text };
  if (message.from === "tool") return { role: "tool", tool_call_id: message.call, content: message.text };
  const { text, calls = [] } = message;
  if (calls.length === 0) return { role: "assistant", content: text };
  const toolCalls = calls.map(({ id, name, params }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(params) },
  }));
  return { role: "assistant", content: text === "" ? null : text, tool_calls: toolCalls };
}

async function post(body: object, options: OpenAiOptions): Promise<unknown> {
  const { url, key, timeoutMs, retries = 4, firstWaitMs = 1_000 } = options;
  const address = `${url.replace(/\/+$/u, "")}/chat/completions`;
  let problem = "";
  for (let attempt = 0; attempt <= retries; attempt += 1) {
    let wait = firstWaitMs * 2 ** attempt;
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (response.ok) return parse(text, url);
      problem = `it answers ${response.status} ${firstLine(text)}`.trim();
      if (response.status !== 429 && response.status < 500) throw failure(url, problem);
      const asked = Number(response.headers.get("retry-after"));
      if (Number.isFinite(asked) && asked > 0) wait = asked * 1_000;
    } catch (thrown) {
      if (thrown instanceof ScenarioError) throw thrown;
      const { name, message, cause } = thrown as Error;
      problem =
        name === "TimeoutError"
          ? `it has not answered within ${timeoutMs / 1_000} s`
          : `it cannot be reached: ${cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message}`;
    }
    if (attempt < retries) await sleep(Math.min(wait, LONGEST_WAIT_MS));
  }
  throw failure(url, `${problem}, ${retries + 1} times`);
}

function parse(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failure(url, `it answers no JSON: ${firstLine(text)}`);
  }
}

function readCompletion(value: unknown, url: string): ModelReply {
  const message = (value as Completion | null)?.choices?.[0]?.message;
  if (message === undefined) throw failure(url, "its answer has no choices[0].message");
  const calls = (message.tool_calls ?? []).map(({ id, function: called }, index) => ({
    id: id ?? `c${index + 1}`,
    name: called?.name ?? "",
    params: argumentsOf(called?.arguments),
  }));
  return { text: message.content ?? "", calls };
}

/** What a model writes as parameters may be anything; the tool says what is wrong with it. */
function argumentsOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text === undefined || text === "" ? "{}" : text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // It goes on as a parameter that no tool knows.
  }
  return { unreadable: text };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, 120) ?? "";
}

function failure(url: string, problem: string): ScenarioError {
  return new ScenarioError(
    `openai:${url}`,
    problem,
    "Check the address, --model-name and the key; --timeout gives it more time.",
    3,
  );
}
