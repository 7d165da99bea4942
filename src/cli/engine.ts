/** What a command needs to run cases, in one module: it is loaded when there is something to run, never for help. */

export { coverageOf } from "../conformance/coverage/coverage-of.js";
export { readFailure, storeFailures } from "../conformance/failure-store.js";
export { closeAdapter } from "../conformance/judge-cases.js";
export { exitCodeOf } from "../conformance/outcome.js";
export { planRun, planScope } from "../conformance/plan.js";
export { quote } from "../conformance/repro.js";
export { run } from "../conformance/run.js";
export { writeBaseline } from "./baseline-file.js";
export { loadConfig } from "./config.js";
