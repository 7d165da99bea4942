/**
 * nexus-core: content, contracts and the conformance kit.
 * @packageDocumentation
 */

export {
  type Adapter,
  type CallOptions,
  defineAdapter,
  type OpenContext,
  type Session,
} from "./conformance/adapter.js";
export type { Baseline } from "./conformance/baseline.js";
export type {
  Case,
  ErrorExpectation,
  Expectations,
  FileAssertion,
  GivenFiles,
  Params,
  Step,
  ValueAssertion,
} from "./conformance/case.js";
export {
  type Contract,
  type Level,
  loadContract,
  loadContractFrom,
  type Operation,
  type Requirement,
  type StateFile,
} from "./conformance/contract.js";
export {
  type CoverageOptions,
  type CoverageReport,
  type CoverageUnit,
  coverageOf,
  type FinishedRun,
} from "./conformance/coverage/coverage-of.js";
export type { Credentials, Issue as CredentialIssue } from "./conformance/credentials/credentials.js";
export { describeConformance, type TestRunner } from "./conformance/describe-conformance.js";
export type { Answer, Envelope, Refusal } from "./conformance/envelope.js";
export type { Failure } from "./conformance/failure.js";
export { exactly, Matching, matching } from "./conformance/fuzz/exactly.js";
export { type FuzzCounts, type FuzzFinding, type FuzzOptions, type FuzzResult, fuzz } from "./conformance/fuzz/fuzz.js";
export { Kept, kept } from "./conformance/fuzz/kept.js";
export {
  type Arbitrary,
  defineModel,
  type ExpectedError,
  type ExpectedFiles,
  type ExpectedValues,
  type FileEdit,
  type Generators,
  type Model,
  type ModelCall,
  type Prediction,
} from "./conformance/fuzz/model.js";
export type { Match } from "./conformance/matchers/match.js";
export { exitCodeOf } from "./conformance/outcome.js";
export type { Path } from "./conformance/path.js";
export { planFor, planRun, type RunOptions, type RunPlan } from "./conformance/plan.js";
export type { Report, Verdict } from "./conformance/report.js";
export type { BaselineEntry, CaseResult, CaseStatus, Judgement } from "./conformance/result.js";
export { type RunEvent, run } from "./conformance/run.js";
export { type ConformanceOptions, runConformance } from "./conformance/run-conformance.js";
export type { Selection } from "./conformance/select.js";
export { buildManifest, renderManifest } from "./content/build-manifest.js";
export type { ContentFiles } from "./content/content-files.js";
export { type Drift, diffManifest } from "./content/diff-manifest.js";
export { hashBody, hashText } from "./content/hash-text.js";
export { loadManifest } from "./content/load-manifest.js";
export { readContent } from "./content/read-content.js";
export { validateContent } from "./content/validate-content.js";
export { verifyFiles } from "./content/verify-files.js";
export { type ErrorCode, type ExitCode, NexusError } from "./errors.js";
export type { Finding } from "./finding.js";
export type { Agent, Manifest, ManifestVocabulary, MemoryPolicy, Skill, Tag } from "./generated/manifest.js";
export type { MemoryAccess } from "./generated/memory-access.js";
export type { Issue, Plan } from "./generated/plan.js";
export type { ReusePolicy, Task, TaskList } from "./generated/tasks.js";
export type { SchemaCheck, SchemaIssue } from "./json-schema.js";
export { packageRoot } from "./package-root.js";
export * from "./toolkit/index.js";
