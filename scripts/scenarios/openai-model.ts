/** A model behind the chat completions that many servers offer, with calls of tools. */

import { setTimeout as sleep } from "node:timers/promises";
import { counted } from "../counted.js";
import { hiding } from "./hide-key.js";
import type { Message, Model, ModelRequest } from "./model.js";
import { readCompletion } from "./read-completion.js";
import { ScenarioError } from "./scenario-error.js";

export interface OpenAiOptions {
  /** Everything before `/chat/completions`. */
  readonly url: string;
  readonly modelName: string;
  /** Sent as a bearer token where there is one; shown nowhere. */
  readonly key?: string;
  /** For one turn, with all its tries and the waits between them. */
  readonly timeoutMs: number;
  /** Tries after the first, for 429, 5xx, and connections that break. */
  readonly retries?: number;
  /** What the wait between tries begins with; a server that says how long to wait is believed, up to a minute. */
  readonly firstWaitMs?: number;
}

const LONGEST_WAIT_MS = 60_000;

const ENDPOINT = "/chat/completions";

export function openAiModel(options: OpenAiOptions): Model {
  const fail = (problem: string, remedy: string) => new ScenarioError(`openai:${options.url}`, problem, remedy, 3);
  return async (request, stop) => {
    const text = await post(JSON.stringify(bodyOf(request, options.modelName)), options, fail, stop);
    return readCompletion(text, (problem, remedy) => fail(shown(problem, options), remedy));
  };
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

type Fail = (problem: string, remedy: string) => ScenarioError;

/** The text of an answer with a status of success. */
async function post(body: string, options: OpenAiOptions, fail: Fail, stop?: AbortSignal): Promise<string> {
  const { url, key, timeoutMs, retries = 4, firstWaitMs = 1_000 } = options;
  const address = `${url.replace(/\/+$/u, "")}${ENDPOINT}`;
  const headers = {
    "content-type": "application/json",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const end = performance.now() + timeoutMs;
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = stop === undefined ? limit : AbortSignal.any([limit, stop]);
  let problem = "";
  for (let attempt = 0; ; attempt += 1) {
    let wait = firstWaitMs * 2 ** attempt;
    try {
      // A redirect would be followed as a GET without the request, and might lead the key elsewhere.
      const response = await fetch(address, { method: "POST", headers, body, signal, redirect: "manual" });
      const text = await response.text();
      if (response.ok) return text;
      const { status } = response;
      if (status >= 300 && status < 400)
        throw redirected(status, response.headers.get("location"), address, options, fail);
      problem = `it answers ${status} ${shown(text, options)}`.trim();
      if (status !== 429 && status < 500) throw fail(problem, remedyFor(status));
      wait = askedWaitMs(response.headers.get("retry-after")) ?? wait;
    } catch (thrown) {
      if (thrown instanceof ScenarioError) throw thrown;
      if (limit.aborted) throw late(timeoutMs, problem, fail);
      if (stop?.aborted === true) throw fail("it was left with the run", "Nothing is wrong with it.");
      problem = `it cannot be reached: ${shown(networkReason(thrown as Error), options)}`;
    }
    wait = Math.min(wait, LONGEST_WAIT_MS);
    const tries = attempt === 0 ? "" : `, ${counted(attempt + 1, "time")}`;
    if (attempt >= retries) throw fail(`${problem}${tries}`, "Check the address, or try again later.");
    if (performance.now() + wait >= end)
      throw fail(`${problem}${tries}, and the next try would be after the limit of ${timeoutMs / 1_000} s`, MORE_TIME);
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
}

const MORE_TIME = "--timeout gives it more time.";

function late(timeoutMs: number, earlier: string, fail: Fail): ScenarioError {
  const before = earlier === "" ? "" : `; before that, ${earlier}`;
  return fail(`it has not answered within ${timeoutMs / 1_000} s${before}`, MORE_TIME);
}

/** In seconds, or as a date. */
function askedWaitMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.now();
  return wait > 0 ? wait : undefined;
}

function redirected(status: number, location: string | null, address: string, options: OpenAiOptions, fail: Fail) {
  const target = location !== null && URL.canParse(location, address) ? new URL(location, address) : undefined;
  if (target === undefined) return fail(`it answers ${status}, a redirect to nowhere`, "Check the address.");
  const base = shown(target.href.endsWith(ENDPOINT) ? target.href.slice(0, -ENDPOINT.length) : target.href, options);
  return fail(
    `it answers ${status}, a redirect, which is not followed`,
    `Set openai:${base} if you trust that address.`,
  );
}

function remedyFor(status: number): string {
  if (status === 401 || status === 403) return "Check the key (NEXUS_MODEL_KEY, or --key-env).";
  return status === 404 ? "Check the address and --model-name." : "Check the address, --model-name and the key.";
}

function networkReason({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}

/** The beginning of what a server said, on one line; the key is taken out first, so that no half of it is left. */
function shown(text: string, { key }: OpenAiOptions): string {
  return hiding(key)(text)
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 160);
}
