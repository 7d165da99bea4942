// A counter behind MCP over streamable HTTP that misbehaves on command: node mcp-http.mjs HOW. Only the tool
// `read` misbehaves, unless HOW says otherwise. A call may name its folder in `project`. Writes its URL to standard output.
import { createServer } from "node:http";
import { counterIn } from "./counter.mjs";
import { hang } from "./hang.mjs";
import { callOf, resultOf, toolResult } from "./mcp-messages.mjs";

const how = process.argv[2];
const message = (id, body) => JSON.stringify({ jsonrpc: "2.0", id, ...body });
const event = (text) => `event: message\ndata: ${text}\n\n`;

function send(response, text, type = "application/json", status = 200) {
  response.writeHead(status, { "content-type": type });
  response.end(text);
}

function stream(response, ...pieces) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const piece of pieces) response.write(piece);
  return response;
}

const MISDEEDS = {
  "never answers a call": hang,
  "answers HTTP 500": (_, __, response) => send(response, "<h1>\nout of\nmemory</h1>", "text/html", 500),
  "answers with a web page": (_, __, response) => send(response, "<html></html>", "text/html"),
  "answers garbage": (_, __, response) => send(response, "<html>502</html>"),
  "answers JSON that is no message": (_, result, response) => send(response, JSON.stringify(result)),
  "answers nothing": (_, __, response) => send(response, "[]"),
  "closes the socket": (_, __, response) => response.socket.destroy(),
  "closes the socket in mid-answer": (id, result, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 5000 });
    response.write(message(id, { result }), () => response.socket.destroy());
  },
  "answers another call's id": (id, result, response) => send(response, message(id + 40, { result })),
  "answers twice": (id, result, response) => send(response, `[${message(id, { result })}, ${message(id, { result })}]`),
  "answers two megabytes": (id, _, response) => {
    const long = "x".repeat(1024 * 1024);
    send(response, message(id, { result: { content: [{ type: "text", text: long + long }] } }));
  },
  "answers with a result of another form": (id, _, response) =>
    send(response, message(id, { result: { content: "seven" } })),
  "streams garbage": (_, __, response) => stream(response, event("reading the total")),
  "streams half an answer": (id, result, response) =>
    stream(response, event(message(id, { result })).slice(0, 40)).end(),
  "streams and breaks off": (id, result, response) => {
    stream(response, event(message(id, { result })).slice(0, 40));
    setTimeout(() => response.socket.destroy(), 50);
  },
  "streams two megabytes": (id, _, response) => {
    const long = "x".repeat(1024 * 1024);
    stream(response, event(message(id, { result: toolResult(long + long) })));
  },
  "streams and ends": (_, __, response) => stream(response).end(),
  dies: () => process.exit(7),
};

let sessions = 0;
const lost = new Set();
/** Whether the server has lost the session of this call. A call with `by: 0` makes it lose the session. */
function losesSession({ headers }, { method, params }) {
  const session = headers["mcp-session-id"];
  if (method === "tools/call" && params.arguments.by === 0) lost.add(session);
  return lost.has(session);
}

const http = createServer(async (request, response) => {
  if (how === "never answers") return hang();
  if (request.method === "DELETE" && how === "keeps the session") return;
  if (request.method !== "POST") return send(response, "", "text/plain", 405);
  let text = "";
  for await (const piece of request) text += piece;
  const asked = JSON.parse(text);
  if (asked.id === undefined) return send(response, "", "text/plain", 202);
  if (how.includes("the session") && asked.method === "initialize") {
    sessions += 1;
    response.setHeader("mcp-session-id", String(sessions));
  }
  if (how === "loses the session" && losesSession(request, asked)) return send(response, "lost", "text/plain", 404);
  if (asked.method !== "tools/call") return send(response, message(asked.id, { result: resultOf(asked) }));
  const { name, arguments: given } = asked.params;
  const { project = process.env.NEXUS_TEST_ROOT, ...params } = given;
  const result = callOf({ params: { name, arguments: params } }, counterIn(project));
  if (name === "read" && how in MISDEEDS) return MISDEEDS[how](asked.id, result, response);
  if (how === "streams well") return stream(response, event(message(asked.id, { result }))).end();
  send(response, message(asked.id, { result }));
});
http.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${http.address().port}/mcp\n`));
