/** What the evals ask of a model, whatever stands behind it. */

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the parameters. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type Message =
  | { readonly from: "user"; readonly text: string }
  | { readonly from: "assistant"; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly from: "tool"; readonly call: string; readonly text: string };

export interface Request {
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDescription[];
}

/** A turn. Without calls it is the last one, and its text the final message. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

export type Model = (request: Request) => Promise<Reply>;
