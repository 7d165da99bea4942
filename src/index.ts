/**
 * nexus-core: content, contracts and the conformance kit.
 * @packageDocumentation
 */

export { type Adapter, defineAdapter, type OpenContext, type Params, type Session } from "./conformance/adapter.js";
export { type Case, type Step } from "./conformance/case.js";
export { type Contract, type Level, loadContract, type Requirement } from "./conformance/contract.js";
export type { Failure } from "./conformance/failure.js";
export { planRun, type RunOptions, type RunPlan } from "./conformance/plan.js";
export type { Report, Verdict } from "./conformance/report.js";
export type { CaseResult, CaseStatus } from "./conformance/result.js";
export { run, type RunEvent } from "./conformance/run.js";
export { type ConformanceOptions, runConformance } from "./conformance/run-conformance.js";
export { type ErrorCode, type ExitCode, NexusError } from "./errors.js";
export { type Finding } from "./finding.js";
