/** A requirement or a case in full, as text for a person. */

import { shortened } from "../json-schema.js";
import { visibleLines } from "../visible-text.js";
import type { Call, Case, GivenFile, Step } from "./case.js";
import type { Contract, Requirement } from "./contract.js";

/** @param alone the command line that runs the cases of this requirement */
export function explainRequirement(requirement: Requirement, cases: readonly Case[], alone: string): string {
  const { id, level, profile, text, untested, withdrawn_in } = requirement;
  const verifying = cases.filter(({ verifies }) => verifies.includes(id));
  return page(`${id}  ${level}, profile ${profile}`, text, [
    withdrawn_in === undefined ? [] : [`Withdrawn in ${withdrawn_in}; it is no longer judged.`],
    untested === undefined ? [] : [`Untested: ${untested}`],
    verifying.length === 0
      ? []
      : ["Verified by", ...verifying.flatMap((each) => [`  ${nameWithPlace(each)}`, `    ${each.description}`])],
    verifying.length === 0 ? [] : [`Alone: ${alone}`],
  ]);
}

/** @param alone the command line that runs this case */
export function explainCase(testCase: Case, contract: Contract, alone: string): string {
  const { description, verifies, given, guarded, repository, steps } = testCase;
  const requirements = verifies.flatMap((id) => {
    const requirement = contract.requirements.get(id);
    return requirement === undefined ? [`  ${id}`] : [`  ${requirement.level}  ${id}`, `    ${requirement.text}`];
  });
  return page(nameWithPlace(testCase), description, [
    requirements.length === 0 ? [] : ["Verifies", ...requirements],
    given.length === 0 && repository === undefined
      ? []
      : [
          "Before",
          ...given.map(givenLine),
          ...guarded.map(({ file }) => `  ${file} is there, around the workspace`),
          ...(repository === undefined ? [] : [repositoryLine(repository)]),
        ],
    ["Steps", ...steps.map((step, index) => `  ${index + 1}. ${stepLine(step)}`)],
    [`Alone: ${alone}`],
  ]);
}

function givenLine(given: GivenFile): string {
  if ("link" in given) return `  ${given.file} is a symbolic link to ${given.link}`;
  if ("pipe" in given) return `  ${given.file} is a pipe`;
  if ("device" in given) return `  ${given.file} is a link to /dev/${given.device}`;
  return `  ${given.file} ${given.text === null ? "does not exist" : "is there"}`;
}

function repositoryLine(repository: NonNullable<Case["repository"]>): string {
  if (repository === "none") return "  The workspace is in no git repository";
  const { branch, isDetached, hasCommit, uncommitted, staged, inProgress, hooks, hasIdentity } = repository;
  const facts = [
    isDetached ? "on a detached head" : `on branch ${branch}`,
    ...(hasCommit ? [] : ["without a commit"]),
    ...(uncommitted.length === 0 ? [] : [`that does not know ${uncommitted.join(", ")}`]),
    ...(staged.length === 0 ? [] : [`with ${staged.join(", ")} staged`]),
    ...(inProgress === undefined ? [] : [`in the middle of a ${inProgress}`]),
    ...Object.keys(hooks).map((name) => `with a hook ${name}`),
    ...(hasIdentity ? [] : ["in which nobody has said who commits"]),
  ];
  return `  The workspace is a git repository ${facts.join(", ")}`;
}

function nameWithPlace({ name, file, line }: Case): string {
  return `${name}  ${file}:${line}`;
}

function stepLine(step: Step): string {
  switch (step.kind) {
    case "action":
    case "event":
      return `${callLine(step)}${step.expect.error === undefined ? "" : ", which must be refused"}`;
    case "concurrent": {
      const [first] = step.calls;
      const what = first === undefined ? "nothing" : callLine(first);
      return `${step.calls.length} calls at the same time over ${step.processes} sessions, the first ${what}`;
    }
    case "restart": {
      const during = step.during === undefined ? "" : ` while it ${callLine(step.during)}`;
      return `ends the implementation with ${step.signal}${during}, and starts it again`;
    }
    case "wait":
      return step.clock ? `moves the clock by ${step.milliseconds} ms` : `waits ${step.milliseconds} ms`;
    case "write_files":
      return `writes ${step.files.map(({ file }) => file).join(", ")}`;
    case "delete_files":
      return `deletes ${step.files.join(", ")}`;
  }
}

/** Enough for every call that a person wrote, and little of one that a fixture makes large. */
const PARAMS_LIMIT = 10_000;

function callLine(call: Call): string {
  const what = call.kind === "action" ? `calls ${call.tool}` : `fires ${call.event}`;
  const who = call.as === undefined ? "" : `as ${call.as} `;
  return `${who}${what} with ${shortened(call.params, PARAMS_LIMIT)}`;
}

function page(title: string, text: string, sections: readonly (readonly string[])[]): string {
  const parts = sections.filter((section) => section.length > 0).map(visibleLines);
  return [visibleLines([title, `  ${text}`]), ...parts].join("\n");
}
