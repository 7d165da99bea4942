import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { harnessServer } from "./harness-tools.mjs";

await harnessServer({ root: process.env.PROJECT ?? process.cwd() }).connect(new StdioServerTransport());
