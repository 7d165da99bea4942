/** A model behind a program: a turn is one process, the request on its stdin and the reply on its stdout. */

import { spawn } from "node:child_process";
import type { AnySchemaObject } from "ajv/dist/2020.js";
import { splitCommand } from "../../src/conformance/adapters/split-command.js";
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

const keepsReply = compileSchemas([REPLY])("reply");

export function commandModel(command: string, timeoutMs: number): Model {
  const [program, ...words] = splitCommand(command);
  let turn = 0;
  return async (request) => {
    turn += 1;
    const said = await talk(program, words, `${JSON.stringify({ protocol: 1, ...request })}\n`, timeoutMs);
    return readReply(said, `command:${program}, turn ${turn}`, turn);
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
  const written = edits.map(({ path, text: content }, index) => ({
    id: `e${turn}.${index + 1}`,
    ...(content === null
      ? { name: "delete_file", params: { path } }
      : { name: "write_file", params: { path, text: content } }),
  }));
  const called = calls.map(({ id, name, params = {} }, index) => ({ id: id ?? `c${turn}.${index + 1}`, name, params }));
  return { text, calls: [...written, ...called] };
}

function talk(program: string, words: readonly string[], request: string, timeoutMs: number): Promise<string> {
  const where = `command:${program}`;
  return new Promise((resolve, reject) => {
    const fail = (problem: string) => {
      child.kill("SIGKILL");
      reject(new ScenarioError(where, problem, "See what it says on its own; --timeout gives it more time.", 3));
    };
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
    const timer = setTimeout(() => fail(`it has not answered within ${timeoutMs / 1000} s`), timeoutMs);
    const chunks: Buffer[] = [];
    let size = 0;
    child.on("error", ({ message }) => {
      clearTimeout(timer);
      fail(`it cannot be started: ${message}`);
    });
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LIMIT_BYTES) fail("it answers more than 4 MB");
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(Buffer.concat(chunks).toString("utf8"));
      else fail(`it ended with exit code ${code ?? "none"}`);
    });
    // A program that does not read its request says why in another way.
    child.stdin.on("error", () => undefined);
    child.stdin.end(request);
  });
}
