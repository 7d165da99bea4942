/** A small server of chat completions on the loopback, for the tests of a file. */

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import type { ModelRequest } from "../scripts/scenarios/model.js";

/** A request as it came. */
export interface Seen {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { role: string; content: string | null; tool_call_id?: string; tool_calls?: unknown }[];
    readonly tools?: readonly { function: { name: string } }[];
  };
}

export type Answer = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly text?: string;
};

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Serves what the function gives for each request; `undefined` leaves it waiting. */
export async function serve(answer: (seen: Seen, count: number) => Answer | undefined) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as Seen["body"];
    seen.push({ path: request.url, authorization: request.headers.authorization, body });
    const given = answer(seen.at(-1) as Seen, seen.length);
    if (given === undefined) return;
    response.writeHead(given.status ?? 200, given.headers);
    response.end(given.text ?? JSON.stringify(given.json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

export const says = (content: string): Answer => ({ json: { choices: [{ message: { content } }] } });
export const calls = (name: string, params: string): Answer => ({
  json: {
    choices: [{ message: { content: null, tool_calls: [{ id: "call-1", function: { name, arguments: params } }] } }],
  },
});

export const chatRequest: ModelRequest = {
  system: "You are a helpful engineer.",
  messages: [{ from: "user", text: "Hello." }],
  files: [],
  tools: [{ name: "read_file", description: "Gives a text.", parameters: { type: "object" } }],
};
export const chatOptions = { modelName: "m", timeoutMs: 2_000, firstWaitMs: 1 };
