import type { ToolName } from "./generated/register.js";
import { TOOL_HANDLERS } from "./generated/tool-handlers.js";
import type { ToolOf } from "./tool.js";

/** The tools by the names of the contract. */
export const TOOLS: { readonly [Name in ToolName]: ToolOf<Name> } = TOOL_HANDLERS;
