import { resolve } from "node:path";
import type { ExitCode } from "../../base/errors.js";
import { visibleLines } from "../../base/visible-text.js";
import { CONTRACT_OPTIONS, selectionOf } from "../common/selection.js";
import { defineCommand } from "../frame/command.js";

const { config, contract } = CONTRACT_OPTIONS;

export const command = defineCommand({
  description: "Writes the contract, its fixtures and all schemas into a new folder, for a runner of your own.",
  positionals: ["<DIR>"],
  options: { config, contract },
  async run(flags, [dir], { cwd, stdout }): Promise<ExitCode> {
    const { loadConfig, planScope } = await import("../common/engine.js");
    const { copyContract } = await import("../../conformance/fixture/copy-contract.js");
    const named = flags.contract ?? (await loadConfig(flags, cwd)).contract;
    const scope = planScope(selectionOf({ contract: named }, cwd));
    const files = copyContract(scope.contract, resolve(cwd, dir), dir);
    const { id, version } = scope.contract;
    stdout(visibleLines([`${files.length} files of contract ${id} ${version} copied to ${dir}`]));
    return 0;
  },
});
