import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchema } from "nexus-core/toolkit/standalone-schema";

/** A tool of an MCP server: what clients are told of it, and what runs it. */
export interface ServedTool {
  readonly name: string;
  /** What it is for and when to call it. */
  readonly description: string;
  /** Of the parameters. Both schemas refer to nothing outside themselves. */
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly annotations: ToolAnnotations;
  /**
   * @param params what the client has sent, unchecked
   * @throws Refusal, which the client is told; any other error is a fault of the server
   */
  readonly run: (params: unknown, credential: string | undefined) => Promise<object>;
}

/** What came along with a call and may hold a credential. */
export interface CallOrigin {
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
}

/** The credential of a call; undefined where it has none. */
export type CredentialOf = (origin: CallOrigin) => string | undefined;
