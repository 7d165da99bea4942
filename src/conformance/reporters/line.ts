/** Lines for a terminal or the log of a CI job, with colours of our own. */

import { visibleLine } from "../../base/visible-text.js";
import { escapingTemplate, type Markup } from "./escaping-template.js";

export type Line = Markup<"line">;

/** Text of others that is put in stays in its line and has no effect on the terminal. */
export const { template: line, raw, join, rendered } = escapingTemplate("line", visibleLine);
