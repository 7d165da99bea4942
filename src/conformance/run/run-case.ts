/** Runs one case in a workspace of its own. */

import { definedOnly } from "../../base/defined-only.js";
import type { Adapter } from "../adapters/adapter.js";
import type { Contract } from "../contract/contract.js";
import { Wallet } from "../credentials/wallet.js";
import { type Case, callsOf } from "../fixture/case.js";
import { Recording } from "../judge/recording.js";
import type { CaseResult } from "../judge/result.js";
import { isNamespace, type Tokens } from "../notation/file-path.js";
import { NotApplicable, type Stage } from "../stage/stage.js";
import { type StageOptions, withStage } from "../stage/with-stage.js";
import { unmetNeed } from "../steps/perform.js";
import { makeRepository, unmetRepository } from "../workspace/make-repository.js";
import { CaseExecution } from "./case-execution.js";

export interface CaseOptions extends StageOptions {
  /** Records all steps, not only the file changes of a failing step. */
  readonly trace?: boolean;
  /** Records what the case asserts. */
  readonly coverage?: boolean;
}

/** Milliseconds after which to kill a call whose file operations cannot be seen. Each repeats the case. */
const DELAYS: readonly number[] = [0, 1, 2, 4, 8, 16, 32, 64];

/** Does not throw errors of the implementation or its adapter; they are part of the result. */
export async function runCase(
  testCase: Case,
  adapter: Adapter,
  contract: Contract,
  options: CaseOptions,
): Promise<CaseResult> {
  const started = performance.now();
  const { isBlind, ...first } = await runOnce(testCase, adapter, contract, options);
  let result: CaseResult = first;
  for (const delay of isBlind ? DELAYS : []) {
    if (result.status !== "passed") break;
    const { isBlind: _, ...repeated } = await runOnce(testCase, adapter, contract, options, delay);
    result = { ...repeated, sampled: first.sampled };
  }
  return { ...result, durationMs: performance.now() - started };
}

async function runOnce(
  testCase: Case,
  adapter: Adapter,
  contract: Contract,
  options: CaseOptions,
  delay?: number,
): Promise<CaseResult & { readonly isBlind: boolean }> {
  const started = performance.now();
  const wallet = new Wallet(contract.credentials);
  const execution = new CaseExecution(testCase, contract, wallet, delay);
  let recording: Recording | undefined;
  const folder = await withStage(
    {
      namespace: namespaceIn(testCase, contract),
      wallet,
      ...definedOnly({ folder: testCase.folder, isLinked: testCase.isLinked }),
      ...(testCase.steps.some(({ kind }) => kind === "restart") ? { fresh: true } : {}),
      ...(Object.keys(testCase.environment).length === 0 ? {} : { environment: testCase.environment }),
      play: async (stage, tokens) => {
        const unmet = await prepare(stage, testCase, wallet, tokens);
        if (unmet !== undefined) {
          execution.doesNotApply(unmet);
          return;
        }
        const session = await execution.open(stage);
        if (session === undefined) return;
        const reason = testCase.steps.map((step) => unmetNeed(step, session)).find((need) => need !== undefined);
        if (options.coverage === true) recording = new Recording(tokens);
        if (reason === undefined) await execution.runSteps(stage, tokens, recording);
        else execution.doesNotApply(reason);
      },
      close: (stage, closeAll) => execution.close(stage, closeAll),
      onFailure: (thrown) =>
        thrown instanceof NotApplicable ? execution.doesNotApply(thrown.message) : execution.fail(thrown),
    },
    adapter,
    contract,
    options,
  );
  return {
    case: testCase,
    ...execution.outcome(options.trace === true),
    durationMs: performance.now() - started,
    ...(options.coverage === true ? { recorded: recording?.steps ?? [] } : {}),
    isBlind: execution.isBlind,
    ...(execution.sampled === undefined ? {} : { sampled: execution.sampled }),
    ...(options.keepWorkspaces ? { workspace: folder } : {}),
  };
}

/** Half a year. The files that a case begins with are that old, so that deleting files by their age shows. */
const FILE_AGE_MS = 182 * 24 * 3_600_000;

/**
 * Creates the files and the repository that a case begins with.
 * @returns the reason why this system cannot provide them, if there is one
 */
async function prepare(stage: Stage, testCase: Case, wallet: Wallet, tokens: Tokens): Promise<string | undefined> {
  const { workspace } = stage;
  const { given, repository } = testCase.fill?.(wallet.bindings) ?? testCase;
  const unmet = (await unmetRepository(workspace.folder, repository)) ?? unmetSpecials(testCase);
  if (unmet !== undefined) return unmet;
  for (const { file, text } of testCase.guarded) workspace.guardedFolder.give(file, text);
  const inGit = (file: string) => file.startsWith(".git/") || file === ".git";
  workspace.give(
    given.filter(({ file }) => !inGit(file)),
    new Date(Date.now() - FILE_AGE_MS),
  );
  const { folder, guardedFolder } = workspace;
  if (typeof repository === "object") {
    if (repository.partOf === "subfolder") guardedFolder.allowRepository();
    await makeRepository(folder, repository, tokens, guardedFolder.home);
  }
  // Given files in .git replace those that git has written.
  workspace.give(given.filter(({ file }) => inGit(file)));
  return undefined;
}

/** The reason why the case cannot use its special files, if there is one. A device needs a watch on memory. */
function unmetSpecials({ given }: Case): string | undefined {
  const has = (kind: "pipe" | "device") => given.some((file) => kind in file);
  if (has("pipe") && process.platform === "win32") return "this system has no named pipes";
  const isWatched = process.platform === "linux";
  return has("device") && !isWatched ? "this system does not report the memory of programs" : undefined;
}

/** The namespace that the events of a case name in their parameters. */
function namespaceIn(testCase: Case, { namespace }: Contract): string | undefined {
  const param = namespace?.param;
  if (param === undefined) return undefined;
  const calls = testCase.steps.flatMap(callsOf);
  return calls.flatMap((call) => (call.kind === "event" ? [call.params[param]] : [])).find(isNamespace);
}
