#!/usr/bin/env node
import { main } from "../dist/hook.js";

await main();
