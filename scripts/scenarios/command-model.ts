/** A model behind a program: a turn is one process, the request on its stdin and the reply on its stdout. */

import { spawn } from "node:child_process";
import type { AnySchemaObject } from "ajv/dist/2020.js";
import { forgetGroup, signalGroup, watchGroup } from "../../src/conformance/adapters/live-processes.js";
import { compileSchemas } from "../../src/json-schema.js";
import type { Model, ModelReply, ToolCall } from "./model.js";
import { ScenarioError } from "./scenario-error.js";

const REPLY: AnySchemaObject = {
  $id: "reply",
  type: "object",
  additionalProperties: false,
  properties: {
    text: { type: "string" },
    edits: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["path", "text"],
        properties: { path: { type: "string", minLength: 1 }, text: { type: ["string", "null"] } },
      },
    },
    calls: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["name"],
        properties: { id: { type: "string" }, name: { type: "string", minLength: 1 }, params: { type: "object" } },
      },
    },
  },
};

interface Reply {
  readonly text?: string;
  readonly edits?: readonly { readonly path: string; readonly text: string | null }[];
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly params?: ToolCall["params"] }[];
}

/** More than this on stdout is no turn. */
const LIMIT_BYTES = 4_000_000;

/** Output that was written before the end may arrive after it. */
const LAST_WORDS_MS = 500;

const SAYS_WHY = "Its stderr, shown above, may say why; docs/scenarios.md has the protocol.";

const keepsReply = compileSchemas([REPLY])("reply");

type Command = readonly [program: string, ...words: string[]];

export function commandModel(command: Command, timeoutMs: number): Model {
  let turn = 0;
  return async (request, stop) => {
    turn += 1;
    const said = await talk(command, `${JSON.stringify({ protocol: 1, ...request })}\n`, timeoutMs, stop);
    return readReply(said, `command:${command[0]}, turn ${turn}`, turn);
  };
}

function readReply(said: string, where: string, turn: number): ModelReply {
  let value: unknown;
  try {
    value = JSON.parse(said);
  } catch {
    const shown = said.trim().split("\n", 1)[0]?.slice(0, 80) ?? "";
    throw new ScenarioError(where, `the answer is no JSON: "${shown}"`, "Print one JSON object and nothing else.", 3);
  }
  const [issue] = keepsReply(value);
  if (issue !== undefined) {
    throw new ScenarioError(`${where}#${issue.pointer}`, issue.message, "docs/scenarios.md has the protocol.", 3);
  }
  const { text = "", edits = [], calls = [] } = value as Reply;
  if (text.trim() === "" && edits.length === 0 && calls.length === 0)
    throw new ScenarioError(where, "the answer is empty", "Print a text, edits or calls.", 3);
  const written = edits.map(({ path, text: content }, index) => ({
    id: `e${turn}.${index + 1}`,
    ...(content === null
      ? { name: "delete_file", params: { path } }
      : { name: "write_file", params: { path, text: content } }),
  }));
  const called = calls.map(({ id, name, params = {} }, index) => ({ id: id ?? `c${turn}.${index + 1}`, name, params }));
  return { text, calls: [...written, ...called] };
}

/**
 * The program has a process group of its own, which ends with the turn: behind a shell, killing the program alone would
 * leave alive what it has started, and that holds the output open.
 */
function talk(
  [program, ...words]: Command,
  request: string,
  timeoutMs: number,
  stop: AbortSignal | undefined,
): Promise<string> {
  const failure = (problem: string, remedy: string) => new ScenarioError(`command:${program}`, problem, remedy, 3);
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"], detached: true });
    const { pid } = child;
    // Also when the runner is ended from outside.
    if (pid !== undefined) watchGroup(pid);
    const chunks: Buffer[] = [];
    let size = 0;
    let lastWords: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      clearTimeout(lastWords);
      stop?.removeEventListener("abort", onStop);
      if (pid !== undefined) {
        signalGroup(pid, "SIGKILL");
        forgetGroup(pid);
      }
      child.kill("SIGKILL");
      child.stdin.destroy();
      child.stdout.destroy();
    };
    const fail = (problem: string, remedy: string) => {
      end();
      reject(failure(problem, remedy));
    };
    const conclude = (code: number | null, signal: NodeJS.Signals | null) => {
      end();
      if (code === 0) resolve(Buffer.concat(chunks).toString("utf8"));
      else reject(failure(`it ended ${code === null ? `by ${signal}` : `with exit code ${code}`}`, SAYS_WHY));
    };
    const onStop = () => fail("it was ended with the run", "Nothing is wrong with it.");
    const timer = setTimeout(
      () => fail(`it has not answered within ${timeoutMs / 1000} s`, "--timeout gives it more time."),
      timeoutMs,
    );
    stop?.addEventListener("abort", onStop, { once: true });
    child.on("error", ({ message }) =>
      fail(`it cannot be started: ${message}`, "Check the path and its rights; no shell looks it up."),
    );
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LIMIT_BYTES) fail("it answers more than 4 MB", "Print one JSON object and nothing else.");
    });
    // What it has started may hold the output open long after its end.
    child.on("exit", (code, signal) => {
      lastWords = setTimeout(() => conclude(code, signal), LAST_WORDS_MS);
    });
    child.on("close", conclude);
    // A program that does not read its request says why in another way.
    child.stdin.on("error", () => undefined);
    child.stdin.end(request);
    if (stop?.aborted === true) onStop();
  });
}
