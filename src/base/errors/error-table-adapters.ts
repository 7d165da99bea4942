/** The errors of adapters, and of the programs and servers that they talk to. */

import type { ErrorEntry } from "./error-entry.js";

export const ADAPTER_ERRORS = {
  NXC_ADAPTER_FORM: {
    exit: 2,
    message: '"{form}" is not an adapter form',
    remedy:
      "Write module:PATH, lines:COMMAND, mcp-stdio:COMMAND or mcp-http:URL; conformance/README.md says what each reaches.",
  },
  NXC_ADAPTER_COMMAND: {
    exit: 2,
    message: "this command cannot be split into words: {reason}",
    remedy: "Write a program and its arguments, with quotes around words that contain blanks. No shell reads it.",
  },
  NXC_ADAPTER_MAPPING: {
    exit: 2,
    message: "the mapping does not fit: {reason}",
    remedy: "Correct the mapping in the configuration file; conformance/README.md describes it.",
  },
  NXC_ADAPTER_NOT_FOUND: {
    exit: 2,
    message: "the adapter module does not exist",
    remedy: "Check the path in --adapter; it is taken from the current folder.",
  },
  NXC_ADAPTER_LOAD: {
    exit: 3,
    message: "loading the adapter module failed: {reason}",
    remedy:
      "Run the file alone to see the failure. Build TypeScript first. For a program in another language, write lines:COMMAND in place of module:PATH.",
  },
  NXC_ADAPTER_SHAPE: {
    exit: 3,
    message: "the adapter has the wrong shape: {reason}",
    remedy:
      "A module exports an object as default, with a name and an open function that returns an object with a call function; a lines: program says what it offers in its answer to hello. conformance/README.md and docs/use/adapter-protocol.md show both.",
  },
  NXC_ADAPTER_OPEN: {
    exit: 3,
    message: "the adapter could not open the implementation: {reason}",
    remedy: "Check what open() needs. No call has reached the implementation yet.",
  },
  NXC_ADAPTER_CLOSE: {
    exit: 3,
    message: "the adapter could not close the implementation: {reason}",
    remedy: "Check close(). All answers before it were judged.",
  },
  NXC_ADAPTER_ANSWER: {
    exit: 3,
    message: "the answer to {call} cannot be judged: {reason}",
    remedy: "Return plain JSON values from call().",
  },
  NXC_CALL_TIMEOUT: {
    exit: 3,
    message: "{call} did not answer within {limit} ms",
    remedy: "Find out why the implementation hangs, or raise --timeout.",
  },

  NXC_PROCESS_START: {
    exit: 3,
    message: "the program could not be started: {reason}",
    remedy: "Check the command of the adapter. It is split into words and started without a shell.",
  },
  NXC_PROCESS_DIED: {
    exit: 3,
    message: "the program ended {how} during {call}{words}",
    remedy: "Look for a crash. A program must run until its input ends.",
  },
  NXC_PROCESS_SILENT: {
    exit: 3,
    message: "the program did not answer {call} within {limit} ms{words}",
    remedy:
      "Find out whether the program hangs, speaks another protocol or does not flush its output (in Python, print with flush=True), or raise --timeout.",
  },
  NXC_PROCESS_STUBBORN: {
    exit: 3,
    message: "the program {how}, and was killed{words}",
    remedy: "End the program when its standard input ends, and on SIGTERM.",
  },
  NXC_PROCESS_LEFTOVER: {
    exit: 3,
    message: "the program ended and left its own child processes running, which were killed{words}",
    remedy: "End and await every child process before the program ends.",
  },
  NXC_PROTOCOL_GARBAGE: {
    exit: 3,
    message: "the program wrote a line that is not a message: {line}{words}",
    remedy: "Write messages of the protocol to standard output, and logs to standard error.",
  },
  NXC_PROTOCOL_LONG_LINE: {
    exit: 3,
    message: "the program wrote a line of more than {limit} characters during {call}{words}",
    remedy: "Keep each message below that size.",
  },
  NXC_PROTOCOL_ID: {
    exit: 3,
    message: "the program answered with id {id}, {problem}{words}",
    remedy: "Answer each message once, with its own id.",
  },
  NXC_PROTOCOL_INVALID: {
    exit: 3,
    message: "the program's answer to {call} breaks the protocol: {problem}{words}",
    remedy: "docs/use/adapter-protocol.md describes the messages of lines: adapters; MCP servers follow the MCP.",
  },
  NXC_PROTOCOL_KIT: {
    exit: 3,
    message: "the kit's own message {call} breaks the protocol: {problem}",
    remedy: "Please report this with the command and its input.",
  },
  NXC_PROTOCOL_FAILED: {
    exit: 3,
    message: "the adapter program failed in {call}: {reason}{words}",
    remedy: "Correct the adapter program. When the implementation refuses a call, answer with a refusal.",
  },
  NXC_MCP_MISSING: {
    exit: 2,
    message: "MCP adapters need the package @modelcontextprotocol/sdk, which is not installed",
    remedy: "Run npm install --save-dev @modelcontextprotocol/sdk.",
  },
  NXC_FUZZ_EXISTS: {
    exit: 2,
    message: "this file exists already, and a difference would overwrite it",
    remedy: "Name another file with --out FILE, or move this one away.",
  },
  NXC_MODEL_NONE: {
    exit: 2,
    message: "contract {contract} names no model, so there is nothing to compare with",
    remedy: "Name one in contract.yml (model: ./model.mjs); conformance/README.md says what it exports.",
  },
  NXC_MODEL_NOT_FOUND: {
    exit: 2,
    message: "contract {contract} names this file as its model, but the file does not exist",
    remedy: "Check model in contract.yml. It is a path relative to the folder of that file.",
  },
  NXC_MODEL_LOAD: {
    exit: 2,
    message: "loading the model failed: {reason}",
    remedy: "Run the file alone to see the failure.",
  },
  NXC_MODEL_SHAPE: {
    exit: 2,
    message: "this is not a model: {reason}",
    remedy: "conformance/README.md says what a model exports.",
  },
  NXC_MODEL_FAILED: {
    exit: 2,
    message: "the model failed in {name}: {reason}",
    remedy: "Correct the model. conformance/README.md says what each of its functions returns.",
  },
  NXC_MCP_UNREACHABLE: {
    exit: 3,
    message: "the MCP server failed in {call}: {reason}",
    remedy: "Check that the server runs, its URL, and what it logs.",
  },
} as const satisfies Record<string, ErrorEntry>;
