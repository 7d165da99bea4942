/** The part of the error table that speaks of programs that an adapter starts, and of servers that it reaches. */

import type { ErrorEntry } from "./error-table.js";

export const PROCESS_ERRORS = {
  NXC_PROCESS_START: {
    exit: 3,
    message: "the program could not be started: {reason}",
    remedy: "Check the command of the adapter; it is split into words and started without a shell.",
  },
  NXC_PROCESS_DIED: {
    exit: 3,
    message: "the program ended {how} during {call}{words}",
    remedy: "Look for a crash; a program must run until its input ends.",
  },
  NXC_PROCESS_SILENT: {
    exit: 3,
    message: "the program gave no answer to {call} within {limit} ms{words}",
    remedy: "The program hangs, speaks another protocol, or needs a longer --timeout.",
  },
  NXC_PROCESS_STUBBORN: {
    exit: 3,
    message: "the program {how}, and was killed{words}",
    remedy: "End the program when its standard input ends, and on SIGTERM.",
  },
  NXC_PROCESS_LEFTOVER: {
    exit: 3,
    message: "the program ended and left processes of its own running, which were killed{words}",
    remedy: "End and await every child process before the program ends.",
  },
  NXC_PROTOCOL_GARBAGE: {
    exit: 3,
    message: "the program wrote a line that is no message: {line}{words}",
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
    remedy: "Answer each message once, with the id that it came with.",
  },
  NXC_PROTOCOL_INVALID: {
    exit: 3,
    message: "the program's answer to {call} breaks the protocol: {problem}{words}",
    remedy: "docs/adapter-protocol.md describes the messages of lines: adapters; MCP servers follow the MCP.",
  },
  NXC_PROTOCOL_KIT: {
    exit: 3,
    message: "the kit's own message {call} breaks the protocol: {problem}",
    remedy: "Please report this with the command and its input.",
  },
  NXC_PROTOCOL_FAILED: {
    exit: 3,
    message: "the adapter program failed in {call}: {reason}{words}",
    remedy: "Correct the adapter program; a refusal by the implementation is answered as a refusal.",
  },
  NXC_MCP_MISSING: {
    exit: 2,
    message: "MCP adapters need the package @modelcontextprotocol/sdk, which is not installed",
    remedy: "Run npm install --save-dev @modelcontextprotocol/sdk.",
  },
  NXC_MCP_UNREACHABLE: {
    exit: 3,
    message: "the MCP server failed in {call}: {reason}",
    remedy: "Check that the server runs, its URL, and what it logs.",
  },
} as const satisfies Record<string, ErrorEntry>;
