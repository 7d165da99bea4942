#!/usr/bin/env node
import { main } from "../dist/cli/nexus-mcp.js";

await main(process.argv.slice(2));
