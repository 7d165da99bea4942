/** Makes the pages on the toolkit from its docstrings, so that each fact has one source. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { packageRoot } from "../src/base/package-root.js";
import * as nexusCore from "../src/index.js";

export interface ToolkitFunction {
  readonly name: string;
  /** The description, in paragraphs of Markdown. */
  readonly text: string;
  /** The text of `@throws` after the class of the error. */
  readonly throws: string | undefined;
  readonly example: string | undefined;
}

/** The documented functions of the toolkit, by the name of their file. */
function toolkitFunctions(): readonly ToolkitFunction[] {
  return fg
    .sync(["src/toolkit/*.ts", "src/report/**/*.ts"], { cwd: packageRoot, ignore: ["**/*.test.ts"] })
    .sort()
    .flatMap((path) => functionsOf(readFileSync(join(packageRoot, path), "utf8")));
}

/** The documented functions that users can import. */
export function exportedFunctions(): readonly ToolkitFunction[] {
  return toolkitFunctions().filter(({ name }) => name in nexusCore);
}

/** One function as a section: heading, text, errors, example. */
export function toolkitSection({ name, text, throws, example = "" }: ToolkitFunction): string {
  const errors = throws === undefined ? [] : [`Throws ${throws.replaceAll(/\bNXC_\w+/g, "`$&`")}.`];
  return [`### ${name}`, text, ...errors, `\`\`\`ts\n${example}\n\`\`\``].join("\n\n");
}

function functionsOf(code: string): readonly ToolkitFunction[] {
  return [...code.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport function (\w+)/g)].map(
    ([, comment = "", name = ""]) => {
      const [text = "", ...tags] = comment.replaceAll(/^ *\*? ?/gm, "").split(/^(?=@)/m);
      const tag = (kind: string) =>
        tags
          .find((part) => part.startsWith(`@${kind} `) || part.startsWith(`@${kind}\n`))
          ?.slice(kind.length + 1)
          .trim();
      return {
        name,
        text: text
          .trim()
          .replaceAll(/\{@link (\w+)\}/g, "`$1`")
          .replaceAll(/(?<!\n)\n(?!\n|- )/g, " "),
        throws: tag("throws")
          ?.replace(/^NexusError /, "")
          .replaceAll("\n", " "),
        example: tag("example"),
      };
    },
  );
}
