/** The folder in which a model works, and the tools that stay inside of it. */

import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { ToolDescription } from "./model.js";

export const tool = (name: string, description: string, ...params: string[]): ToolDescription => ({
  name,
  description,
  parameters: {
    type: "object",
    properties: Object.fromEntries(params.map((param) => [param, { type: "string" }])),
    required: params,
  },
});

export const FILE_TOOLS: readonly ToolDescription[] = [
  tool("list_files", "Lists the files of the project."),
  tool("read_file", "Reads a file of the project.", "path"),
  tool("write_file", "Writes a file of the project.", "path", "content"),
  tool("delete_file", "Deletes a file of the project.", "path"),
  tool("run_command", "Runs a command in the project folder.", "command"),
];

/** Commands of git that only show something, and words that are safe behind them. Others could start a program. */
const SHOWS = ["diff", "status", "log", "show"];
const WORDS = ["HEAD", "--stat", "--cached", "--oneline", "-p", "--"];

/** Runs something in an empty folder, which is gone afterwards. */
export async function inFolder<T>(run: (root: string) => Promise<T>): Promise<T> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "eval-")));
  try {
    return await run(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The files of the project with their texts, sorted by name, without those of git. */
export function filesOf(root: string): ReadonlyMap<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((file) => !file.startsWith(".git/"))
    .sort();
  return new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

/** What a call on a file answers; undefined for another tool. */
export function callOnFile(root: string, name: string, params: Readonly<Record<string, unknown>>): string | undefined {
  const given = (key: string) => String(params[key] ?? "");
  switch (name) {
    case "list_files":
      return [...filesOf(root).keys()].join("\n");
    case "read_file":
      return readFileSync(inside(root, given("path")), "utf8");
    case "write_file": {
      const path = resolve(root, given("path"));
      if (!path.startsWith(root + sep)) throw new Error(`${given("path")} is outside`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(inside(root, given("path")), given("content"));
      return "written";
    }
    case "delete_file":
      rmSync(inside(root, given("path")));
      return "deleted";
    default:
      return undefined;
  }
}

/** What a command of git shows; undefined for any other command. */
export function gitShows(root: string, command: string): string | undefined {
  const [program, act = "", ...words] = command.trim().split(/\s+/);
  const isSafe = (word: string) => WORDS.includes(word) || (!word.startsWith("-") && existsSync(inside(root, word)));
  if (program !== "git" || !SHOWS.includes(act) || !words.every(isSafe)) return undefined;
  return execFileSync("git", ["--no-pager", act, ...words], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A link may lead anywhere, so the folder is looked up as it really is. */
function inside(root: string, path: string): string {
  const place = resolve(root, path);
  const folder = realpathSync(dirname(place));
  if (folder !== root && !folder.startsWith(root + sep)) throw new Error(`${path} is outside`);
  return place;
}
