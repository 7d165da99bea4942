import { spawn } from "node:child_process";
import { text as textOf } from "node:stream/consumers";
import type OpenAI from "openai";
import type { Message, Model, Reply, ToolCall } from "./model.js";

/** A model behind a server that speaks chat completions with tools. Its key stands in OPENAI_API_KEY. */
async function openAiModel(baseURL: string, model: string): Promise<Model> {
  const { default: Client } = await import("openai");
  const client = new Client({ baseURL, apiKey: process.env["OPENAI_API_KEY"] ?? "none", maxRetries: 4 });
  return async ({ system, messages, tools }) => {
    const { choices } = await client.chat.completions.create({
      model,
      messages: [{ role: "system", content: system }, ...messages.map(toChat)],
      tools: tools.map((tool) => ({ type: "function", function: { ...tool } })),
    });
    const message = choices[0]?.message;
    if (message === undefined) throw new Error(`${baseURL} answers without choices`);
    const calls = (message.tool_calls ?? []).flatMap((call): readonly ToolCall[] =>
      call.type === "function"
        ? [{ id: call.id, name: call.function.name, params: paramsOf(call.function.arguments) }]
        : [],
    );
    return { text: message.content ?? "", calls };
  };
}

function toChat(message: Message): OpenAI.ChatCompletionMessageParam {
  switch (message.from) {
    case "user":
      return { role: "user", content: message.text };
    case "tool":
      return { role: "tool", tool_call_id: message.call, content: message.text };
    case "assistant":
      return {
        role: "assistant",
        content: message.text,
        ...(message.calls.length === 0
          ? {}
          : {
              tool_calls: message.calls.map(({ id, name, params }) => ({
                id,
                type: "function" as const,
                function: { name, arguments: JSON.stringify(params) },
              })),
            }),
      };
  }
}

/** What a model writes as parameters may be anything; the tool says what is wrong with it. */
function paramsOf(written: string): ToolCall["params"] {
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value === "object" && value !== null) return value as ToolCall["params"];
  } catch {
    // It goes on as a parameter that no tool knows.
  }
  return { unreadable: written };
}

/**
 * A model behind a program: each turn is one process, with the request as JSON on its standard input and the reply,
 * `{"text": "…", "calls": [{"id": "1", "name": "read_file", "params": {"path": "a"}}]}`, on its standard output.
 */
function commandModel(command: string): Model {
  return async (request) => {
    const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "inherit"], timeout: 600_000 });
    // A program that does not read its request says why in another way.
    child.stdin.on("error", () => undefined).end(JSON.stringify(request));
    const said = await textOf(child.stdout);
    try {
      const { text = "", calls = [] } = JSON.parse(said) as Partial<Reply>;
      return { text, calls };
    } catch {
      throw new Error(`command:${command} answers no JSON: ${said.slice(0, 80)}`);
    }
  };
}

/** The model that the user named: `openai:URL` or `command:PROGRAM`. */
export async function modelOf(chosen: string, name: string): Promise<Model> {
  const [kind, ...rest] = chosen.split(":");
  return kind === "openai" ? await openAiModel(rest.join(":"), name) : commandModel(rest.join(":"));
}

/** Makes these calls, one a turn, and then says this, whatever it is told. It proves the checks and nothing else. */
export function scriptedModel(calls: readonly Omit<ToolCall, "id">[], last: string): Model {
  return async ({ messages }) => {
    const turn = messages.filter(({ from }) => from === "assistant").length;
    const call = calls[turn];
    return call === undefined ? { text: last, calls: [] } : { text: "", calls: [{ id: String(turn), ...call }] };
  };
}
