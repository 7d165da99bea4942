import { statSync } from "node:fs";
import { resolve } from "node:path";
import { DEFAULT_CONTRACT } from "../../base/default-contract.js";
import { NexusError } from "../../base/errors.js";
import { visibleLines } from "../../base/visible-text.js";
import { rootOfPaths } from "../../content/findings/finding-place.js";
import {
  countFindings,
  FINDING_FORMATS,
  type FindingFormat,
  formatFindings,
} from "../../content/findings/format-findings.js";
import { CONTRACT_OPTIONS } from "../common/selection.js";
import { defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description:
    "Reads what harnesses have left in a project and says what is wrong, what is left over, and what an upgrade finds. It changes nothing, follows no link, and goes on past what it cannot read.",
  positionals: ["[DIR]"],
  options: {
    contract: CONTRACT_OPTIONS.contract,
    format: { type: "text", value: "FORM", description: "how to print findings", choices: [...FINDING_FORMATS] },
    strict: { type: "flag", description: "warnings fail, too" },
  },
  async run(options, [dir = "."], { cwd, env, stdout }) {
    const folder = resolve(cwd, dir);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw NexusError.of("NXC_FILE_NOT_FOUND", { kind: "folder" }, dir);
    const { inspect, loadContract, loadModel } = await import("../common/inspecting.js");
    const contract = loadContract(options.contract ?? DEFAULT_CONTRACT);
    const model = contract.model === undefined ? undefined : await loadModel(contract);
    if (model?.inspection === undefined) throw NexusError.of("NXC_INSPECT_NONE", { contract: contract.id });
    const { findings, rules, summary } = await inspect(folder, contract, model.inspection, new Date());
    const format = (options.format ?? "text") as FindingFormat;
    stdout(
      formatFindings(findings, format, {
        base: { folder, root: rootOfPaths(cwd, env) },
        described: rules,
        seen: summary,
      }),
    );
    if (format === "text") stdout(visibleLines([`${summary}: ${countFindings(findings)}`]));
    const fails = findings.some(
      (finding) => finding.level === "error" || (options.strict && finding.level === "warning"),
    );
    return fails ? 1 : 0;
  },
});
