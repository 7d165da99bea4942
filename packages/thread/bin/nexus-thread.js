#!/usr/bin/env node
import { main } from "../dist/cli/nexus-thread.js";

await main(process.argv.slice(2));
