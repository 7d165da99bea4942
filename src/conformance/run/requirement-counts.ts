/** Counts the requirements of a report by their status. */

import type { OptionCounts, Report, RequirementCounts, RequirementResult } from "../../generated/report.js";
import type { Level } from "../contract/contract.js";
import { isOption } from "../contract/level.js";

type Summary = Report["summary"];

export function countRequirements(all: readonly RequirementResult[]): Pick<Summary, "requirements" | "origins"> {
  const of = (level: Level, origin?: RequirementResult["origin"]) =>
    all.filter((each) => each.level === level && (origin === undefined || each.origin === origin));
  return {
    requirements: {
      MUST: bindingCounts(of("MUST")),
      SHOULD: bindingCounts(of("SHOULD")),
      MAY: optionCounts(of("MAY")),
      INFO: optionCounts(of("INFO")),
    },
    origins: {
      source: { MUST: bindingCounts(of("MUST", "source")), SHOULD: bindingCounts(of("SHOULD", "source")) },
      ours: { MUST: bindingCounts(of("MUST", "ours")), SHOULD: bindingCounts(of("SHOULD", "ours")) },
    },
  };
}

/** What is optional is neither kept nor violated. */
export function statusAtLevel(status: RequirementResult["status"], level: Level): RequirementResult["status"] {
  if (!isOption(level)) return status;
  if (status === "conforming") return "taken";
  return status === "violated" ? "not_taken" : status;
}

function bindingCounts(requirements: readonly RequirementResult[]): RequirementCounts {
  const { total, conforming, violated, not_observed, not_applicable, untested } = counts(requirements);
  return { total, conforming, violated, not_observed, not_applicable, untested };
}

function optionCounts(requirements: readonly RequirementResult[]): OptionCounts {
  const { total, taken, not_taken, not_observed, not_applicable, untested } = counts(requirements);
  return { total, taken, not_taken, not_observed, not_applicable, untested };
}

function counts(requirements: readonly RequirementResult[]) {
  const count = (status: RequirementResult["status"]) =>
    requirements.filter((requirement) => requirement.status === status).length;
  return {
    total: requirements.length - count("untested"),
    conforming: count("conforming"),
    violated: count("violated"),
    taken: count("taken"),
    not_taken: count("not_taken"),
    not_observed: count("not_observed"),
    not_applicable: count("not_applicable"),
    untested: count("untested"),
  };
}
