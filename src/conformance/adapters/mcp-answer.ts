/** Turns the result of an MCP tool call into the answer that the contract describes. */

import { isObject, jsonIn, refusedWith } from "./refused.js";

export interface ToolResult {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[] | undefined;
}

/**
 * Returns the structured content, or else the first text that is JSON, or else the text.
 * @throws Refused for an error result
 */
export function answerOfToolResult({ isError, structuredContent, content = [] }: ToolResult): unknown {
  const texts = content.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
  if (isError === true) {
    const forms = [structuredContent, ...texts.map(jsonIn)].filter(isObject);
    throw refusedWith(texts.length > 0 ? texts.join("\n") : JSON.stringify(structuredContent ?? null), forms);
  }
  if (structuredContent !== undefined) return structuredContent;
  const json = texts.map(jsonIn).find((value) => value !== undefined);
  if (json !== undefined) return json;
  return texts.length > 0 ? texts.join("\n") : null;
}
