/** Opens an implementation in a workspace of its own, and clears both away again. */

import { compileGlob } from "../../base/glob.js";
import type { Adapter, OpenContext } from "../adapters/adapter.js";
import type { Contract } from "../contract/contract.js";
import { tokensOf } from "../contract/tokens.js";
import type { Wallet } from "../credentials/wallet.js";
import { fillTokens, type Tokens } from "../notation/file-path.js";
import type { Grounds } from "../workspace/ground.js";
import type { OwnHome } from "../workspace/own-home.js";
import { Workspace } from "../workspace/workspace.js";
import { Stage } from "./stage.js";

export interface StageOptions {
  /** Milliseconds that each call may take. */
  readonly timeout: number;
  readonly keepWorkspaces: boolean;
  /** The guarded folders in which cases take place. */
  readonly grounds: Grounds;
  /** What this process takes for the home folder of its user, where the implementation runs in it. */
  readonly ownHome?: OwnHome | undefined;
}

/** What takes place there, and what the adapter is told of it. */
export interface Scene extends Pick<OpenContext, "fresh" | "environment"> {
  /** The namespace that the case names; that of the adapter where absent. */
  readonly namespace?: string | undefined;
  readonly wallet: Wallet;
  /** Everything up to the end; sessions are closed whatever becomes of it. */
  readonly play: (stage: Stage, tokens: Tokens) => Promise<void>;
  /** What is done around the closing of the sessions; where absent, they are closed and no more. */
  readonly close?: (stage: Stage, closeAll: () => Promise<void>) => Promise<void>;
  /** Called with whatever was thrown, by `play` or when the sessions were closed. */
  readonly onFailure: (thrown: unknown) => void;
}

/**
 * Never throws for what the implementation or its adapter does: that goes to the scene.
 * @returns the folder, which is gone unless workspaces are kept
 */
export async function onStage(
  { namespace: own, wallet, fresh, environment: wanted, play, close, onFailure }: Scene,
  adapter: Adapter,
  contract: Contract,
  options: StageOptions,
): Promise<string> {
  const namespace = own ?? adapter.namespace ?? "conformance";
  const tokens = tokensOf(contract, namespace);
  const workspace = new Workspace(tokens, options.grounds);
  const { home, temporary } = workspace.ground;
  options.ownHome?.enter({ home, temporary });
  const abort = new AbortController();
  const environment = { ...contract.environment, ...wanted };
  const context: OpenContext = {
    workspace: workspace.folder,
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
  abort.abort();
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
