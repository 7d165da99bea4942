// Faults that any program can have, whatever its protocol. Both fakes that run as a program have them on command.
import { spawn } from "node:child_process";
import { hang } from "./hang.mjs";

export const how = process.argv[2];

process.stderr.write("counter is up\n");
if (how === "says nothing") setInterval(() => {}, 1000);
if (how === "dies at the start") {
  process.stderr.write("no licence found\n");
  process.exit(4);
}
if (how === "ignores SIGTERM") ignoreEnd();

export function ignoreEnd() {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}

/** Starts a process that outlives this one. */
export function child() {
  spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
}

/** Each gets the line that would be the correct answer, with its line end. */
export const PROCESS_MISDEEDS = {
  "answers garbage": () => process.stdout.write("<html>502</html>\n"),
  "logs to stdout": (answer) => process.stdout.write(`reading the total\n${answer}`),
  "answers half a line and hangs": (answer) => process.stdout.write(answer.slice(0, 18), hang),
  "answers half a line and dies": (answer) => process.stdout.write(answer.slice(0, 18), () => process.exit(0)),
  "answers twice": (answer) => process.stdout.write(answer.repeat(2)),
  dies: () => process.stderr.write("Error: the disk is on fire\n", () => process.exit(7)),
  hangs: () => process.stderr.write("waiting for a lock\n", hang),
  "hangs in a loop": () => {
    hang();
    for (;;);
  },
  "forks a child and dies": () => {
    child();
    setTimeout(() => process.exit(1), 50);
  },
};
