/** Everything that runs cases, in one module: a command imports it when it runs, and never for help. */

export { originOf } from "../../conformance/contract/origin.js";
export { coverageOf } from "../../conformance/coverage/coverage-of.js";
export { run } from "../../conformance/engine/run.js";
export { readFailure, storeFailures } from "../../conformance/run/failure-store.js";
export { closeAdapter } from "../../conformance/run/judge-cases.js";
export { exitCodeOf } from "../../conformance/run/outcome.js";
export { planRun, planScope } from "../../conformance/run/plan.js";
export { quote } from "../../conformance/run/repro.js";
export { writeBaseline } from "./baseline-file.js";
export { configFileOf, loadConfig } from "./config.js";
