/** The lifecycle events as a process: one JSON object on standard input, the answer as JSON on standard output. */

import type { Readable } from "node:stream";
import { type ExitCode, Refused } from "@nexus-core/service/command-line/refused";
import { reportFailure } from "@nexus-core/service/command-line/report-failure";
import { LARGE_BYTES } from "@nexus-core/service/files/read-file";
import { noteOf } from "@nexus-core/service/process/note";
import { definedOnly, reasonOf } from "nexus-core/base";
import type { HookOptions, NativeName } from "./cli/nexus-hook.js";
import { projectFolder } from "./cli/project-folder.js";
import { ToolError } from "./contract/tool-error.js";
import type { SkillText } from "./events/event.js";
import { EVENT_NAMES, isEventName } from "./generated/register.js";
import { createHarness } from "./harness.js";

/** Runs `nexus-hook` as this process. */
export async function main(words: readonly string[] = process.argv.slice(2)): Promise<void> {
  process.exitCode = await run(words);
}

async function run(words: readonly string[]): Promise<ExitCode> {
  // A harness starts the hook for each event, so it loads commander only for options.
  if (words.length > 0) return (await import("./cli/nexus-hook.js")).nexusHook(printAnswer).run(words);
  return printAnswer({}).catch((thrown: unknown) => reportFailure(thrown, noteOf("nexus-hook")));
}

async function printAnswer(options: HookOptions): Promise<ExitCode> {
  const { from } = options;
  try {
    const input = await textOf(process.stdin);
    process.stdout.write(await (from === undefined ? answerTo(input, options) : nativeAnswerTo(input, from, options)));
    return 0;
  } catch (thrown) {
    // The tools take 2 as an order to block the user's message or the tool.
    throw from !== undefined && thrown instanceof Refused ? new Refused(1, thrown.message) : thrown;
  }
}

/**
 * What the hook of a real harness answers to its payload.
 * @throws Refused
 */
export async function nativeAnswerTo(input: string, from: NativeName, options: HookOptions): Promise<string> {
  const payload = objectIn(input);
  const { NATIVE_HARNESSES } = await import("./native/native-harnesses.js");
  const { nativeAnswer } = await import("./native/native-hook.js");
  const folder = options.project ?? process.env["CLAUDE_PROJECT_DIR"] ?? process.cwd();
  const root = projectFolder(folder, "nexus-hook");
  const native = NATIVE_HARNESSES[from];
  const { harnessId = native.harnessId, part = "1" } = options;
  const open = (skillText: SkillText) => createHarness({ root, harnessId, skillText });
  try {
    return await nativeAnswer(native, payload, { root, harnessId, part: Number(part), open });
  } catch (thrown) {
    throw thrown instanceof ToolError ? new Refused(1, thrown.message) : thrown;
  }
}

/**
 * What the process answers to its input, in one line.
 * @throws Refused
 */
export async function answerTo(input: string, options: HookOptions): Promise<string> {
  const { event, params, workspace, namespace } = requestIn(input);
  const root = projectFolder(options.project ?? workspace ?? process.cwd(), "nexus-hook");
  try {
    const harness = createHarness({ root, ...definedOnly({ harnessId: options.harnessId ?? namespace }) });
    return `${JSON.stringify(await harness.emit(event, params))}\n`;
  } catch (thrown) {
    throw new Refused(1, thrown instanceof ToolError ? thrown.message : reasonOf(thrown));
  }
}

/** Limit for an event: the largest size of a state file, far above any real event. */
const MOST_BYTES = LARGE_BYTES;

async function textOf(input: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of input as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MOST_BYTES) throw new Refused(2, "standard input holds more than 16 MiB. Send less.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

interface Request {
  readonly event: string;
  readonly params?: unknown;
  readonly workspace?: string;
  readonly namespace?: string;
}

function objectIn(input: string): Readonly<Record<string, unknown>> {
  let request: unknown;
  try {
    request = JSON.parse(input.replace(/^\uFEFF/u, "").trim());
  } catch (thrown) {
    throw new Refused(2, `standard input is not one JSON object (${reasonOf(thrown)}). See nexus-hook --help.`);
  }
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    throw new Refused(2, "standard input is JSON, but no object. See nexus-hook --help.");
  }
  return request as Readonly<Record<string, unknown>>;
}

function requestIn(input: string): Request {
  const fields = objectIn(input);
  for (const name of ["event", "workspace", "namespace"]) {
    const value = fields[name];
    if (typeof value === "string" || (value === undefined && name !== "event")) continue;
    throw new Refused(2, `the field "${name}" of standard input must be a text. See nexus-hook --help.`);
  }
  const { event } = fields as unknown as Request;
  if (isEventName(event)) return fields as unknown as Request;
  throw new Refused(2, `there is no event "${event}". Send one of ${EVENT_NAMES.join(", ")}.`);
}
