#!/usr/bin/env node
import { runMain } from "../dist/cli/run-main.js";

runMain(() => import("../dist/cli/nexus-conformance.js"));
