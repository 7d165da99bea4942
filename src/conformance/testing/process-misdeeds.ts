/** The failures for a program that misbehaves in the tool `read`, over any protocol. */

export const LAST = "; last line on standard error: ";
export const UP = `${LAST}counter is up`;

/** Time limit of an answer in milliseconds. More than any machine needs. */
export const LIMIT = 60_000;

/** By the names in test/adapters/fakes/process-misdeeds.mjs. */
export const PROCESS_MISDEEDS: readonly (readonly [how: string, line: string])[] = [
  ["answers garbage", `NXC_PROTOCOL_GARBAGE the program wrote a line that is not a message: "<html>502</html>"${UP}`],
  ["logs to stdout", `NXC_PROTOCOL_GARBAGE the program wrote a line that is not a message: "reading the total"${UP}`],
  [
    "answers half a line and hangs",
    `NXC_PROCESS_SILENT the program did not answer read within ${LIMIT} ms; its last line is incomplete${UP}`,
  ],
  ["answers half a line and dies", `NXC_PROCESS_DIED the program ended with exit code 0 during read${UP}`],
  [
    "answers a megabyte",
    `NXC_PROTOCOL_LONG_LINE the program wrote a line of more than 1048576 characters during read${UP}`,
  ],
  ["dies", `NXC_PROCESS_DIED the program ended with exit code 7 during read${LAST}Error: the disk is on fire`],
  ["hangs", `NXC_PROCESS_SILENT the program did not answer read within ${LIMIT} ms${LAST}waiting for a lock`],
  ["hangs in a loop", `NXC_PROCESS_SILENT the program did not answer read within ${LIMIT} ms${UP}`],
  ["forks a child and dies", `NXC_PROCESS_DIED the program ended with exit code 1 during read${UP}`],
];
