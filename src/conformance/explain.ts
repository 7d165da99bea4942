/** A requirement or a case in full, as text for a person. */

import type { Case, Step } from "./case.js";
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
  const { description, verifies, given, steps } = testCase;
  const requirements = verifies.map((id) => {
    const requirement = contract.requirements.get(id);
    return requirement === undefined ? `  ${id}` : `  ${requirement.level}  ${id}\n    ${requirement.text}`;
  });
  return page(nameWithPlace(testCase), description, [
    requirements.length === 0 ? [] : ["Verifies", ...requirements],
    given.length === 0
      ? []
      : ["Before", ...given.map(({ file, text }) => `  ${file} ${text === null ? "does not exist" : "is there"}`)],
    ["Steps", ...steps.map((step, index) => `  ${index + 1}. ${stepLine(step)}`)],
    [`Alone: ${alone}`],
  ]);
}

function nameWithPlace({ name, file, line }: Case): string {
  return `${name}  ${file}:${line}`;
}

function stepLine(step: Step): string {
  switch (step.kind) {
    case "action": {
      const outcome = step.expect.error === undefined ? "" : ", which must be refused";
      return `calls ${step.tool} with ${JSON.stringify(step.params)}${outcome}`;
    }
    case "event":
      return `fires ${step.event} with ${JSON.stringify(step.params)}`;
    case "write_files":
      return `writes ${step.files.map(({ file }) => file).join(", ")}`;
    case "delete_files":
      return `deletes ${step.files.join(", ")}`;
  }
}

function page(title: string, text: string, sections: readonly (readonly string[])[]): string {
  const parts = sections.filter((section) => section.length > 0).map((section) => section.join("\n"));
  return `${[`${title}\n  ${text}`, ...parts].join("\n\n")}\n`;
}
