// The desk as an MCP server: node desk-mcp.mjs stdio|http [header NAME | meta KEY | param NAME] [status]. Over HTTP it writes
// its URL to standard output; with `status` it refuses calls without a valid token by HTTP 401.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createDesk, enveloped, TOOLS } from "./desk.mjs";

const [wire, place = wire === "http" ? "header" : "meta", name, status] = process.argv.slice(2);
const desk = createDesk({});

function credentialIn({ _meta = {}, arguments: { ...params } }, headers = {}) {
  if (place === "meta") return { credential: _meta[name ?? "nexus-core/credential"], params };
  if (place === "header") return { credential: bare(headers[name ?? "authorization"]), params };
  const { [name]: credential, ...rest } = params;
  return { credential, params: rest };
}

const bare = (value) => (name === undefined ? /^Bearer (.*)$/u.exec(value ?? "")?.[1] : value);

function serverOf() {
  const server = new Server({ name: "desk", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map((tool) => ({ name: tool, inputSchema: { type: "object" } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: asked }, { requestInfo }) => {
    const { credential, params } = credentialIn(asked, requestInfo?.headers);
    const said = await enveloped(() => desk.call(asked.name, params, credential));
    if (!said.ok && process.env.LIE === "mumbles") {
      return { isError: true, content: [{ type: "text", text: said.error.message }] };
    }
    // Many servers put their envelope only into the text.
    const structured = asked.name === "whoami" ? { structuredContent: said } : {};
    return { isError: !said.ok, content: [{ type: "text", text: JSON.stringify(said) }], ...structured };
  });
  return server;
}

if (wire === "stdio") await serverOf().connect(new StdioServerTransport());
else {
  const sessions = new Map();
  const http = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = sessions.get(id);
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (made) => sessions.set(made, transport),
      });
      await serverOf().connect(transport);
    }
    const token = bare(request.headers.authorization);
    if (status !== undefined && id !== undefined && request.method === "POST") {
      const said = await enveloped(() => desk.call("whoami", {}, token));
      const isCall = JSON.stringify(request.headers).includes("authorization");
      if (!said.ok && isCall) {
        response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify(said));
        return;
      }
    }
    await transport.handleRequest(request, response);
  });
  http.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${http.address().port}/mcp\n`));
}
