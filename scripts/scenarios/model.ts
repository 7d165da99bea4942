/** What the runner asks of a model, whatever stands behind it. docs/scenarios.md has the protocol. */

import type { Scenario } from "./scenario.js";

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the parameters. */
  readonly parameters: object;
}

export interface ToolCall {
  /** What the model calls this call; its result comes under the same. */
  readonly id: string;
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type Message =
  | { readonly from: "user"; readonly text: string }
  | { readonly from: "assistant"; readonly text: string; readonly calls?: readonly ToolCall[] }
  | { readonly from: "tool"; readonly call: string; readonly name: string; readonly text: string };

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  /** Paths of the workspace; their text comes by `read_file`. */
  readonly files: readonly string[];
  readonly tools: readonly ToolDescription[];
}

/** A turn. Without calls it is the last, and its text the final message. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/**
 * One conversation with a model.
 * @param stop ends the turn early, with whatever it has started
 * @throws ScenarioError with exit code 3 when there is no answer that says what the model does
 */
export type Model = (request: ModelRequest, stop?: AbortSignal) => Promise<ModelReply>;

/** The two that are compared: the body, and the one line that stands in for it. */
export type Arm = "body" | "stand-in";

/** Opens a conversation for each run. Only scripted models look at which run it is. */
export interface ModelSource {
  readonly name: string;
  /** What it does is settled beforehand: once is enough, and its stand-in is the script that misbehaves. */
  readonly isScripted?: true;
  open(run: { readonly scenario: Scenario; readonly arm: Arm; readonly sample: number }): Model;
}
