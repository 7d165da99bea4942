/**
 * What a chat completion says that the model does. Whatever is no whole answer is a failure of the model or its server,
 * and no act that a body could be blamed for.
 */

import type { ModelReply, ToolCall } from "./model.js";
import type { ScenarioError } from "./scenario-error.js";

type Fail = (problem: string, remedy: string) => ScenarioError;
type Fields = Readonly<Record<string, unknown>>;

const ENDED_EARLY: Readonly<Record<string, string>> = {
  length: "Its limit of tokens for an answer is too low: raise it at the server.",
  max_tokens: "Its limit of tokens for an answer is too low: raise it at the server.",
  content_filter: "A filter of the server has taken the answer away.",
  safety: "A filter of the server has taken the answer away.",
  error: "Look at the log of the server.",
  abort: "Look at the log of the server.",
};

/** Parts of an answer that are no words of it. */
const THOUGHTS: readonly unknown[] = ["thinking", "redacted_thinking", "reasoning"];

const NO_CHAT = "Check that the address speaks chat completions.";

/** @throws what `fail` makes, for an answer that is none */
export function readCompletion(text: string, fail: Fail): ModelReply {
  const value = parsed(text, fail);
  const choices = isFields(value) ? value["choices"] : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isFields(choice) ? choice["message"] : undefined;
  if (!isFields(choice) || !isFields(message)) throw fail(`its answer has no choices[0].message: ${text}`, NO_CHAT);
  const reason = choice["finish_reason"];
  const remedy = typeof reason === "string" ? ENDED_EARLY[reason.toLowerCase()] : undefined;
  if (remedy !== undefined) throw fail(`its answer is cut (finish_reason "${String(reason)}")`, remedy);
  const reply = { text: contentOf(message["content"], fail), calls: callsOf(message["tool_calls"], fail) };
  if (reply.text.trim() !== "" || reply.calls.length > 0) return reply;
  const { refusal } = message;
  const words = typeof refusal === "string" && refusal !== "" ? `: it refuses: ${refusal}` : "";
  throw fail(`its answer holds neither text nor calls${words}`, "Try the model by hand with the same request.");
}

function parsed(text: string, fail: Fail): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fail(`it answers no JSON: ${text}`, NO_CHAT);
  }
}

/** A text, or a list of parts whose texts are joined. */
function contentOf(content: unknown, fail: Fail): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw fail(`its content is neither text nor parts: ${JSON.stringify(content)}`, NO_CHAT);
  return (content as readonly unknown[])
    .map((part) => {
      if (typeof part === "string") return part;
      if (isFields(part) && THOUGHTS.includes(part["type"])) return "";
      if (isFields(part) && typeof part["text"] === "string") return part["text"];
      throw fail(`a part of its content is no text: ${JSON.stringify(part)}`, "Ask the server for text alone.");
    })
    .join("");
}

function callsOf(calls: unknown, fail: Fail): readonly ToolCall[] {
  if (calls === undefined || calls === null) return [];
  if (!Array.isArray(calls)) throw fail(`its tool_calls are no list: ${JSON.stringify(calls)}`, NO_CHAT);
  return (calls as readonly unknown[]).map((call, index) => {
    const called = isFields(call) ? call["function"] : undefined;
    if (!isFields(call) || !isFields(called) || typeof called["name"] !== "string")
      throw fail(`a call of its answer names no tool: ${JSON.stringify(call)}`, NO_CHAT);
    const id = typeof call["id"] === "string" ? call["id"] : `c${index + 1}`;
    return { id, name: called["name"], params: paramsOf(called["arguments"]) };
  });
}

/** What a model writes as parameters may be anything; the tool says what is wrong with it. */
function paramsOf(written: unknown): Fields {
  if (isFields(written)) return written;
  try {
    const value: unknown = JSON.parse(typeof written === "string" && written !== "" ? written : "{}");
    if (isFields(value)) return value;
  } catch {
    // It goes on as a parameter that no tool knows.
  }
  return { unreadable: written };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
