/** Runs work on a stage: opens an implementation in a new workspace, and removes both afterwards. */

import { compileGlob } from "../../base/glob.js";
import { type Adapter, type OpenContext, OVER } from "../adapters/adapter.js";
import type { Contract } from "../contract/contract.js";
import { tokensOf } from "../contract/tokens.js";
import type { Wallet } from "../credentials/wallet.js";
import { fillTokens, type Tokens } from "../notation/file-path.js";
import type { GuardedFolders } from "../workspace/guarded-folder.js";
import type { OwnHome } from "../workspace/own-home.js";
import { Workspace } from "../workspace/workspace.js";
import { Stage } from "./stage.js";

export interface StageOptions {
  /** Time limit of each call, in milliseconds. */
  readonly timeout: number;
  readonly keepWorkspaces: boolean;
  /** Provides the folders that cases run in. */
  readonly guardedFolders: GuardedFolders;
  /** Present if the implementation runs in this process. */
  readonly ownHome?: OwnHome | undefined;
}

/** The work to do on a stage, and what the adapter needs to know about it. */
export interface Scene extends Pick<OpenContext, "fresh" | "environment"> {
  /** The namespace that events of the case name; its files are there, too. Default: the one of the implementation. */
  readonly namespace?: string | undefined;
  readonly wallet: Wallet;
  /** How the name of the workspace begins, if it matters. */
  readonly folder?: string;
  /** Whether the implementation is given a symbolic link to the workspace. */
  readonly isLinked?: true;
  /** The work. Sessions are closed even if it throws. */
  readonly play: (stage: Stage, tokens: Tokens) => Promise<void>;
  /** Wraps the closing of the sessions. Default: only closes them. */
  readonly close?: (stage: Stage, closeAll: () => Promise<void>) => Promise<void>;
  /** Called with errors of `play` and `close`. */
  readonly onFailure: (thrown: unknown) => void;
}

/**
 * Does not throw errors of the implementation or its adapter; they go to `onFailure`.
 * @returns the path of the workspace, which exists only if workspaces are kept
 */
export async function withStage(
  { namespace: named, wallet, folder, isLinked, fresh, environment: wanted, play, close, onFailure }: Scene,
  adapter: Adapter,
  contract: Contract,
  options: StageOptions,
): Promise<string> {
  const namespace = adapter.namespace ?? "harness";
  const tokens = tokensOf(contract, named ?? namespace);
  const workspace = new Workspace(tokens, options.guardedFolders, folder);
  const { home, temporary } = workspace.guardedFolder;
  options.ownHome?.enter({ home, temporary });
  const abort = new AbortController();
  const environment = { ...contract.environment, ...wanted };
  const context: OpenContext = {
    workspace: isLinked === true ? workspace.linkToFolder() : workspace.folder,
    namespace,
    signal: abort.signal,
    user: { home, temporary },
    ...(fresh === undefined ? {} : { fresh }),
    ...(Object.keys(environment).length === 0 ? {} : { environment }),
  };
  const ignored = contract.ignore.map((glob) => compileGlob(fillTokens(glob, tokens)));
  const ignores = (file: string) => ignored.some((matches) => matches(file));
  const stage = new Stage(workspace, contract.envelope, options.timeout, adapter, context, wallet, ignores);
  try {
    await play(stage, tokens);
  } catch (thrown) {
    onFailure(thrown);
  }
  abort.abort(OVER);
  try {
    const closeAll = () => stage.closeAll();
    await (close === undefined ? closeAll() : close(stage, closeAll));
  } catch (thrown) {
    onFailure(thrown);
  }
  workspace.releasePipes(options.keepWorkspaces);
  if (!options.keepWorkspaces) workspace.remove();
  return workspace.folder;
}
