/** The result of an MCP tool call, as the answer that a contract speaks of. */

import { isObject, jsonIn, refusedWith } from "./refused.js";

export interface ToolResult {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[] | undefined;
}

/**
 * The structured content; without it the first text that holds JSON; without that the text.
 * @throws Refused for a result that is an error
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
