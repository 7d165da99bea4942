/** `npm run build:manifest`: what `nexus-core build` does, from the sources. */
import { runMain } from "../src/cli/run-main.js";
import { writeRegisters } from "./types/registers.js";

// Rules load a register.
await writeRegisters();
await runMain(() => import("../src/cli/nexus-core.js"), ["build", ...process.argv.slice(2)]);
