/**
 * The operation at which a process kills itself. CRASH_AT names it by its moment and its number: `before:3` kills the
 * process ahead of the third operation. A kill cannot be caught, so no code of the process runs after it.
 */
const [chosenMoment = "", chosenNumber = ""] = (process.env["CRASH_AT"] ?? "").split(":");
let operations = 0;

/**
 * Counts an operation.
 * @returns the moment of the kill where this is the chosen operation, otherwise undefined
 */
export function crashMoment() {
  operations += 1;
  return operations === Number(chosenNumber) ? chosenMoment : undefined;
}

/** How many operations there were so far. */
export function operationsSoFar() {
  return operations;
}

/** @returns {never} */
export function crash() {
  process.kill(process.pid, "SIGKILL");
}
