/** The code blocks of a page, and a function that follows them: it writes files, runs commands and compares output. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { markdownNodes } from "../../src/base/markdown/markdown.js";

export interface Block {
  readonly language: string;
  readonly code: string;
}

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** The sections of a page below its second-level headings. */
export function sectionsOf(page: string): readonly Section[] {
  const sections: { title: string; blocks: Block[] }[] = [];
  for (const { node, ancestors, start, end } of markdownNodes(page)) {
    if (node.type === "heading" && node.depth === 2 && ancestors.length === 1) {
      sections.push({ title: headingText(page.slice(start, end)), blocks: [] });
    } else if (node.type === "code") {
      sections.at(-1)?.blocks.push({ language: node.lang ?? "", code: `${node.value}\n` });
    }
  }
  return sections;
}

/** The code blocks of a page. */
export function allBlocksOf(page: string): readonly Block[] {
  return markdownNodes(page).flatMap(({ node }) =>
    node.type === "code" ? [{ language: node.lang ?? "", code: `${node.value}\n` }] : [],
  );
}

/** The code blocks of a page in this language. */
export function blocksOf(page: string, language: string): readonly string[] {
  return allBlocksOf(page).flatMap((block) => (block.language === language ? [block.code] : []));
}

/** The code spans on a page, as text. */
export function codeSpansOf(page: string): readonly string[] {
  return markdownNodes(page).flatMap(({ node }) => (node.type === "inlineCode" ? [node.value] : []));
}

/** The targets of the links on a page. */
export function linksOf(page: string): readonly string[] {
  return markdownNodes(page).flatMap(({ node }) => (node.type === "link" ? [node.url] : []));
}

/** The headings of a page, in Markdown. */
export function headingsOf(page: string): readonly string[] {
  return markdownNodes(page).flatMap(({ node, start, end }) =>
    node.type === "heading" ? [headingText(page.slice(start, end))] : [],
  );
}

function headingText(source: string): string {
  return source.replace(/^#+ /, "");
}

/**
 * Follows the blocks in a folder. An `sh` block runs line by line, and a comment gives the expected exit code. A `text`
 * block is the expected output of the commands before it. Every other block is a file, and its first line has the name.
 */
export function follow(blocks: readonly Block[], folder: string): void {
  let output = "";
  for (const { language, code } of blocks) {
    const lines = code.trim().split("\n");
    if (language === "sh") {
      output = lines.map((line) => run(line, folder)).join("");
    } else if (language === "text") {
      for (const line of lines) expect(output).toContain(line.trim());
    } else {
      const name = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(code)?.[1];
      if (name === undefined) throw new Error(`a block of ${language} names no file`);
      writeFileSync(join(folder, name), code);
    }
  }
}

/** A command of the page, with the exit code from its comment; 0 without a comment. */
function run(line: string, cwd: string): string {
  const [command = "", comment = ""] = line.split(" # ");
  // Remove the variables of the outer test runner, so that the inner one does not act as its child.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_TEST|TEST$)/.test(name)),
  );
  // Call the command without npx, which would double the time of a short one. package.test.ts shows that npx finds it.
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command.replace(/^npx (?=nexus-)/, "node_modules/.bin/")], {
    cwd,
    encoding: "utf8",
    env: { ...env, npm_config_loglevel: "silent", npm_config_prefer_offline: "true", npm_config_audit: "false" },
  });
  const output = stdout + stderr;
  const expected = Number(/exit code (\d)/.exec(comment)?.[1] ?? 0);
  expect({ line, status, output }).toEqual({ line, status: expected, output });
  return output;
}
