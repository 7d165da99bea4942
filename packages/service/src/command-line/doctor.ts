/** `doctor` checks what a program needs, and prints a line for each thing: whether it is well, or what to do about it. */

import { reasonOf } from "nexus-core/base";
import { visibleLine } from "nexus-core/visible-text";
import type { ExitCode } from "./refused.js";

export interface Finding {
  readonly verdict: "ok" | "warn" | "wrong";
  /** What is well, or else what is wrong and what to do about it. */
  readonly text: string;
}

export type Check = () => Promise<Finding> | Finding;

export const ok = (text: string): Finding => ({ verdict: "ok", text });
/** All is well, but a setting would make it safer. */
export const warn = (text: string): Finding => ({ verdict: "warn", text });
export const wrong = (text: string): Finding => ({ verdict: "wrong", text });

/**
 * Makes every check and prints its line. It goes on after a finding, so that one run shows all of them.
 * @param checks by name
 */
export async function runDoctor(checks: Readonly<Record<string, Check>>): Promise<ExitCode> {
  const width = Math.max(...Object.keys(checks).map((name) => name.length));
  let code: ExitCode = 0;
  for (const [name, check] of Object.entries(checks)) {
    const { verdict, text } = await findingOf(check);
    if (verdict === "wrong") code = 1;
    process.stdout.write(`${verdict.padEnd(5)}  ${name.padEnd(width)}  ${visibleLine(text)}\n`);
  }
  return code;
}

async function findingOf(check: Check): Promise<Finding> {
  try {
    return await check();
  } catch (thrown) {
    return wrong(reasonOf(thrown));
  }
}

const OLDEST_NODE = [20, 19] as const;

export function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isNewEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  if (isNewEnough) return ok(process.version);
  return wrong(`${process.version} is too old. Install Node ${OLDEST_NODE.join(".")} or newer.`);
}
