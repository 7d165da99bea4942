/** What a model can do in the folder of a situation: read, run git to look, and call the reference harness. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { createHarness } from "../../packages/harness/src/index.js";
import type { ToolDescription } from "./model.js";
import type { Situation } from "./situation.js";

const parameters = (...names: string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  required: names,
});

export const TOOLS: readonly ToolDescription[] = [
  { name: "list_files", description: "Lists the files of the project.", parameters: parameters() },
  { name: "read_file", description: "Reads a file of the project.", parameters: parameters("path") },
  { name: "write_file", description: "Writes a file of the project.", parameters: parameters("path", "content") },
  { name: "run_command", description: "Runs a command in the project folder.", parameters: parameters("command") },
  {
    name: "artifact_write",
    description: "Stores long material beside the session.",
    parameters: parameters("filename", "content"),
  },
];

/** Commands of git that only show something, and words that are safe behind them. Others could start a program. */
const SHOWS = ["diff", "status", "log", "show"];
const WORDS = ["HEAD", "--stat", "--cached", "--oneline", "-p", "--"];

/** Answers calls of tools. A mistake of the model comes back as a text, like everything else. */
export function toolsIn(root: string, { commands }: Situation) {
  const harness = createHarness({ root });
  const inside = (path: string) => {
    const place = resolve(root, path);
    // A link may lead anywhere, so the folder is looked up as it really is.
    const folder = realpathSync(dirname(place));
    if (folder !== realpathSync(root) && !folder.startsWith(realpathSync(root) + sep))
      throw new Error(`${path} is outside`);
    return place;
  };
  return async (name: string, params: Readonly<Record<string, unknown>>): Promise<string> => {
    const given = (key: string) => String(params[key] ?? "");
    try {
      switch (name) {
        case "list_files":
          return readdirSync(root, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => relative(root, join(entry.parentPath, entry.name)))
            .filter((file) => !file.startsWith(`.git${sep}`))
            .sort()
            .join("\n");
        case "read_file":
          return readFileSync(inside(given("path")), "utf8");
        case "write_file":
          writeFileSync(inside(given("path")), given("content"));
          return "written";
        case "run_command":
          return run(given("command").trim());
        case "artifact_write":
          return JSON.stringify(await harness.call("artifact_write", params));
        default:
          return `there is no tool ${name}`;
      }
    } catch (thrown) {
      return `failed: ${(thrown as Error).message}`;
    }
  };

  function run(command: string): string {
    const [program, act = "", ...words] = command.split(/\s+/);
    const isSafe = (word: string) => WORDS.includes(word) || (!word.startsWith("-") && existsSync(inside(word)));
    if (program === "git" && SHOWS.includes(act) && words.every(isSafe)) {
      return execFileSync("git", ["--no-pager", act, ...words], { cwd: root, encoding: "utf8" });
    }
    const known = commands.find(({ match }) => command.includes(match));
    return known?.prints ?? "this command cannot be run here";
  }
}
