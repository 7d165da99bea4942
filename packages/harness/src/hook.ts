/** The lifecycle events as a process: one JSON object on standard input, the answer as JSON on standard output. */

import { statSync } from "node:fs";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { reasonOf } from "nexus-core/base";
import { visibleLine } from "nexus-core/visible-text";
import { LARGE_BYTES } from "./files/read-file.js";
import { EVENT_NAMES, isEventName } from "./generated/register.js";
import { createHarness } from "./harness.js";
import { ToolError } from "./tool-error.js";

const HELP = `nexus-hook: send one lifecycle event to the reference harness

  echo '{"event": "session_start"}' | nexus-hook [--project DIR] [--harness-id ID]

Standard input is one JSON object:
  event       ${EVENT_NAMES.slice(0, 5).join(", ")},
              ${EVENT_NAMES.slice(5).join(", ")}
  params      the parameters of the event, an object; none where absent
  workspace   folder of the project, where --project does not name it
  harness_id  whose namespace it is, where --harness-id does not say it

Standard output is the answer, one JSON object in a line: context (text for the agent), warnings, and what the event
decides. pre_tool_use answers with a decision, and with exit code 0 for block as well.

  --project DIR     folder of the project; the current folder where neither it nor workspace is given
  --harness-id ID   lower-case letters, digits and hyphens; nexus-harness where neither it nor harness_id is given
  --help            print this

Exit codes: 0 the event was answered; 1 it was refused, or a file could not be read or written; 2 it was not understood:
an option, the input, or the name of the event. Standard error then has one line that says why.
`;

interface Answered {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs as the process: reads its input, prints, and sets its exit code. */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  const { exitCode, stdout, stderr } = await hook(args, () => textOf(process.stdin), process.cwd());
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
}

/** What the process answers. Never throws. */
export async function hook(args: readonly string[], input: () => Promise<string>, cwd: string): Promise<Answered> {
  try {
    const options = optionsIn(args);
    if (options.help === true) return { exitCode: 0, stdout: HELP, stderr: "" };
    const { event, params, workspace, harness_id: harnessId } = requestIn(await input());
    const root = folder(options.project ?? workspace ?? cwd);
    const id = options["harness-id"] ?? harnessId;
    const harness = createHarness({ root, ...(id === undefined ? {} : { harnessId: id }) });
    return { exitCode: 0, stdout: `${JSON.stringify(await harness.emit(event, params))}\n`, stderr: "" };
  } catch (thrown) {
    const exitCode = thrown instanceof Misunderstood ? 2 : 1;
    const reason = thrown instanceof ToolError || thrown instanceof Misunderstood ? thrown.message : reasonOf(thrown);
    return { exitCode, stdout: "", stderr: `nexus-hook: ${visibleLine(reason)}\n` };
  }
}

/** The hook was called in a way that it does not have. */
class Misunderstood extends Error {}

/** As much as a state file may hold, which is more than any harness has to say. */
const MOST_BYTES = LARGE_BYTES;

async function textOf(input: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of input as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MOST_BYTES) throw new Misunderstood("standard input holds more than 16 MiB. Send less.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function optionsIn(args: readonly string[]) {
  try {
    const options = {
      project: { type: "string" },
      "harness-id": { type: "string" },
      help: { type: "boolean" },
    } as const;
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (thrown) {
    throw new Misunderstood(`${reasonOf(thrown)}. See nexus-hook --help.`);
  }
}

interface Request {
  readonly event: string;
  readonly params?: unknown;
  readonly workspace?: string;
  readonly harness_id?: string;
}

function requestIn(input: string): Request {
  let request: unknown;
  try {
    request = JSON.parse(input.replace(/^\uFEFF/u, "").trim());
  } catch (thrown) {
    throw new Misunderstood(`standard input is not one JSON object (${reasonOf(thrown)}). See nexus-hook --help.`);
  }
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    throw new Misunderstood("standard input is JSON, but no object. See nexus-hook --help.");
  }
  const fields = request as Readonly<Record<string, unknown>>;
  for (const name of ["event", "workspace", "harness_id"]) {
    const value = fields[name];
    if (typeof value === "string" || (value === undefined && name !== "event")) continue;
    throw new Misunderstood(`the field "${name}" of standard input must be a text. See nexus-hook --help.`);
  }
  const { event } = fields as unknown as Request;
  if (!isEventName(event))
    throw new Misunderstood(`there is no event "${event}"; send one of ${EVENT_NAMES.join(", ")}.`);
  return fields as unknown as Request;
}

/** A folder that is not there is a mistake of the caller, and is not made. */
function folder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new Misunderstood(`the project ${path} is no folder. Name one with --project.`);
}
