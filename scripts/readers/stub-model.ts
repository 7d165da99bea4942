/** A model server on loopback that answers by a script, in the protocols of three tools. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** What a tool has sent, as far as a script needs it. */
export interface Conversation {
  /** The whole request as JSON, to look for a text in it. */
  readonly request: string;
  /** Names of the tools that are offered, with those of each namespace behind its name. */
  readonly tools: readonly string[];
  /** How many calls have been answered so far. */
  readonly results: number;
}

/** What the model says: a text, or one call. */
export type Turn = { readonly text: string } | { readonly tool: string; readonly input: object | string };

export interface StubModel {
  readonly url: string;
  /** Every request so far. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

interface Protocol {
  readonly path: RegExp;
  read(body: Body): Pick<Conversation, "tools" | "results">;
  write(turn: Turn, id: string): readonly (readonly [event: string, data: object])[];
}

// biome-ignore lint/suspicious/noExplicitAny: a foreign protocol of which the script reads a few members
type Body = any;

const list = (value: Body): readonly Body[] => (Array.isArray(value) ? value : []);

const messages: Protocol = {
  path: /\/v1\/messages/u,
  read: (body) => ({
    tools: list(body.tools).map(({ name }) => name),
    results: list(body.messages)
      .flatMap(({ content }) => list(content))
      .filter(({ type }) => type === "tool_result").length,
  }),
  write: (turn, id) => {
    const isText = "text" in turn;
    const [block, delta] = isText
      ? [
          { type: "text", text: "" },
          { type: "text_delta", text: turn.text },
        ]
      : [
          { type: "tool_use", id, name: turn.tool, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(turn.input) },
        ];
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id, type: "message", role: "assistant", model: "stub", content: [], stop_reason: null, usage };
    const stop_reason = isText ? "end_turn" : "tool_use";
    return [
      ["message_start", { type: "message_start", message }],
      ["content_block_start", { type: "content_block_start", index: 0, content_block: block }],
      ["content_block_delta", { type: "content_block_delta", index: 0, delta }],
      ["content_block_stop", { type: "content_block_stop", index: 0 }],
      ["message_delta", { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 1 } }],
      ["message_stop", { type: "message_stop" }],
    ];
  },
};

const responses: Protocol = {
  path: /\/v1\/responses/u,
  read: (body) => ({
    tools: list(body.tools).flatMap((tool) =>
      tool.type === "namespace" ? list(tool.tools).map(({ name }) => `${tool.name}/${name}`) : [tool.name ?? tool.type],
    ),
    results: list(body.input).filter(({ type }) => /_output$/u.test(type ?? "")).length,
  }),
  write: (turn, id) => {
    const [namespace, name] = "tool" in turn && turn.tool.includes("/") ? turn.tool.split("/") : [undefined, undefined];
    const item =
      "text" in turn
        ? { type: "message", role: "assistant", id, content: [{ type: "output_text", text: turn.text }] }
        : typeof turn.input === "string"
          ? { type: "custom_tool_call", call_id: id, name: turn.tool, input: turn.input }
          : {
              type: "function_call",
              call_id: id,
              name: name ?? turn.tool,
              ...(namespace === undefined ? {} : { namespace }),
              arguments: JSON.stringify(turn.input),
            };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return [
      ["response.created", { type: "response.created", response: { id } }],
      ["response.output_item.done", { type: "response.output_item.done", item }],
      ["response.completed", { type: "response.completed", response: { id, usage } }],
    ];
  },
};

const chat: Protocol = {
  path: /\/v1\/chat\/completions/u,
  read: (body) => ({
    tools: list(body.tools).map((tool) => tool.function?.name),
    results: list(body.messages).filter(({ role }) => role === "tool").length,
  }),
  write: (turn, id) => {
    const chunk = (delta: object, finish_reason: string | null) => ({
      id,
      object: "chat.completion.chunk",
      model: "stub",
      choices: [{ index: 0, delta, finish_reason }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
    const delta =
      "text" in turn
        ? { role: "assistant", content: turn.text }
        : {
            role: "assistant",
            tool_calls: [
              { index: 0, id, type: "function", function: { name: turn.tool, arguments: JSON.stringify(turn.input) } },
            ],
          };
    return [
      ["", chunk(delta, null)],
      ["", chunk({}, "text" in turn ? "stop" : "tool_calls")],
    ];
  },
};

/** @param play what the model says to a request */
export async function startStubModel(play: (conversation: Conversation) => Turn): Promise<StubModel> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const protocol = [messages, responses, chat].find(({ path }) => path.test(request.url ?? ""));
    if (request.method !== "POST" || protocol === undefined) {
      response.writeHead(404).end();
      return;
    }
    const body = await json(request);
    const text = JSON.stringify(body);
    requests.push(text);
    send(response, protocol.write(play({ request: text, ...protocol.read(body) }), `id${requests.length}`));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, events: ReturnType<Protocol["write"]>): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [event, data] of events)
    response.write(`${event === "" ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
  response.end(events[0]?.[0] === "" ? "data: [DONE]\n\n" : "");
}
