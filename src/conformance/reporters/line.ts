/** Lines for a terminal or the log of a CI job. */

import { visibleLine } from "../../base/visible-text.js";
import { escapingTemplate, type Markup } from "./escaping-template.js";

export type Line = Markup<"line">;

/** Inserted text stays on its line and cannot control the terminal. */
export const { template: line, raw, join, rendered } = escapingTemplate("line", visibleLine);
