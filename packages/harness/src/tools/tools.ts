import { TOOL_HANDLERS } from "../generated/handlers/tool.js";
import type { ToolName } from "../generated/register.js";
import type { ToolOf } from "./tool.js";

/** The tools by the names of the contract. */
export const TOOLS: { readonly [Name in ToolName]: ToolOf<Name> } = TOOL_HANDLERS;
