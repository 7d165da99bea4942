/**
 * nexus-core: content, contracts and the conformance kit.
 * @module nexus-core
 */

export { type ErrorCode, type ExitCode, NexusError } from "./base/errors.js";
export type { Finding } from "./base/finding.js";
export { hashBody, hashText } from "./base/hash-text.js";
export type { Path } from "./base/json-path.js";
export type { SchemaCheck, SchemaIssue } from "./base/json-schema.js";
export { packageRoot } from "./base/package-root.js";
export type { Place } from "./base/place.js";
export {
  type Adapter,
  type CallOptions,
  defineAdapter,
  type OpenContext,
  type Session,
} from "./conformance/adapters/adapter.js";
export type { Baseline } from "./conformance/baseline/baseline.js";
export {
  type Contract,
  type Level,
  loadContract,
  loadContractFrom,
  type Operation,
  type Requirement,
  type StateFile,
} from "./conformance/contract/contract.js";
export type { Answer, Envelope, Refusal } from "./conformance/contract/envelope.js";
export {
  type CoverageOptions,
  type CoverageReport,
  type CoverageUnit,
  coverageOf,
  type FinishedRun,
} from "./conformance/coverage/coverage-of.js";
export type { Credentials, Issue as CredentialIssue } from "./conformance/credentials/credentials.js";
export { run } from "./conformance/engine/run.js";
export { type ConformanceOptions, runConformance } from "./conformance/engine/run-conformance.js";
export type {
  Case,
  ErrorExpectation,
  Expectations,
  FileAssertion,
  GivenFiles,
  Params,
  Step,
  ValueAssertion,
} from "./conformance/fixture/case.js";
export { CapturedValue, captured } from "./conformance/fuzz/captured-value.js";
export { exactly, Matching, matching } from "./conformance/fuzz/exactly.js";
export { type FuzzCounts, type FuzzFinding, type FuzzOptions, type FuzzResult, fuzz } from "./conformance/fuzz/fuzz.js";
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
export type {
  Entry as InspectedEntry,
  GitView,
  Inspection,
  InspectionLevel,
  InspectionRule,
  Inspector,
  Noticed,
  Project as InspectedProject,
} from "./conformance/inspect/inspection.js";
export type { BaselineEntry, CaseResult, CaseStatus, Judgement } from "./conformance/judge/result.js";
export type { Match } from "./conformance/matchers/match.js";
export type { Failure } from "./conformance/oracles/failure.js";
export { describeConformance, type TestRunner } from "./conformance/run/describe-conformance.js";
export { exitCodeOf } from "./conformance/run/outcome.js";
export { planFor, planRun, type RunOptions, type RunPlan } from "./conformance/run/plan.js";
export type { Report, Verdict } from "./conformance/run/report.js";
export type { RunEvent } from "./conformance/run/run-event.js";
export type { Selection } from "./conformance/run/select.js";
export { buildManifest, renderManifest } from "./content/manifest/build-manifest.js";
export { type Drift, diffManifest } from "./content/manifest/diff-manifest.js";
export { loadManifest } from "./content/manifest/load-manifest.js";
export { verifyFiles } from "./content/manifest/verify-files.js";
export type { ContentFiles } from "./content/read/content-files.js";
export { readContent } from "./content/read/read-content.js";
export { validateContent } from "./content/rules/validate-content.js";
export type { Agent, Manifest, ManifestVocabulary, MemoryPolicy, Skill, Tag } from "./generated/manifest.js";
export type { MemoryAccess } from "./generated/memory-access.js";
export type { Issue, Plan } from "./generated/plan.js";
export type { ReusePolicy, Task, TaskList } from "./generated/tasks.js";
export * from "./toolkit/index.js";
