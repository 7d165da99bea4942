// The reference harness over HTTP. It listens on the port that it is given, or on a free one, and writes its URL to standard output.
import { createServer } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { harnessServer } from "./harness-tools.mjs";

const http = createServer(async (request, response) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on("close", () => transport.close());
  await harnessServer({ prefix: "nx_" }).connect(transport);
  await transport.handleRequest(request, response);
});
http.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () =>
  process.stdout.write(`http://127.0.0.1:${http.address().port}/mcp\n`),
);
