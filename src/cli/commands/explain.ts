import { ERRORS, type ExitCode, NexusError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import { visibleLines } from "../../base/visible-text.js";
import { errorLines } from "../common/error-lines.js";
import { CONTRACT_OPTIONS, selectionOf } from "../common/selection.js";
import { defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description:
    "Shows a requirement, a case or an error code: its text, what it verifies, where it is and how to run it alone, or what to do about an error.",
  positionals: ["<ID>"],
  options: CONTRACT_OPTIONS,
  async run(flags, [id], { cwd, stdout }): Promise<ExitCode> {
    const error = errorLines(id);
    if (error !== undefined) {
      stdout(visibleLines(error));
      return 0;
    }
    const { loadConfig, planScope, quote } = await import("../common/engine.js");
    const { explainCase, explainRequirement } = await import("../../conformance/fixture/explain.js");
    const { contract: contractForm, fixtures } = { ...(await loadConfig(flags, cwd)), ...flags };
    const { contract, cases } = planScope(selectionOf({ contract: contractForm, fixtures }, cwd));
    const alone = (flag: string, value: string) => {
      const place = contractForm === undefined ? [] : ["--contract", contractForm];
      const files = (fixtures ?? []).flatMap((path) => ["--fixtures", path]);
      return `npx nexus-conformance run ${[...place, ...files, flag, value].map(quote).join(" ")}`;
    };
    const requirement = contract.requirements.get(id);
    // Reports print the whole name of a case, so that works too.
    const testCase = cases.find((each) => each.id === id || each.name === id);
    if (requirement !== undefined) stdout(explainRequirement(requirement, cases, alone("--requirement", id)));
    else if (testCase !== undefined) stdout(explainCase(testCase, contract, alone("--run", testCase.id)));
    else {
      const known = [...contract.requirements.keys(), ...cases.map((each) => each.id), ...Object.keys(ERRORS)];
      throw NexusError.of("NXC_EXPLAIN_UNKNOWN", { contract: contract.id, id, hint: didYouMean(id, known) });
    }
    return 0;
  },
});
