import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/base/package-root.js";
import { blocksOf } from "./page-blocks.js";

/** A call of docs/contracts/core/tools.md with its answer or the text of its refusal. */
export interface ToolExample {
  readonly call: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
  readonly error?: string;
}

/** The clock and the folder of the session in the examples. */
export const EXAMPLE_TIME = "2026-03-01T09:00:00.000Z";
export const EXAMPLE_FOLDER = "/project";

/** The calls of the page in order; together they are one session. */
export function toolExamples(): readonly ToolExample[] {
  return jsonBlocks("docs/contracts/core/tools.md") as readonly ToolExample[];
}

/** Every block of JSON on a page, parsed. */
export function jsonBlocks(page: string): readonly unknown[] {
  const text = readFileSync(join(packageRoot, page), "utf8");
  return blocksOf(text, "json").map((code) => JSON.parse(code) as unknown);
}
