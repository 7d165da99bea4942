import type { ExitCode } from "../../base/errors.js";
import { visibleJson, visibleLines } from "../../base/visible-text.js";
import { SELECTION_OPTIONS, selectionOf } from "../common/selection.js";
import { defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description: "Lists the cases that a run would judge, or the requirements that it would answer for.",
  positionals: ["[cases|requirements]"],
  options: { ...SELECTION_OPTIONS, json: { type: "flag", description: "print JSON" } },
  async run(flags, [kind = "cases"], { cwd, stdout }): Promise<ExitCode> {
    const { loadConfig, originOf, planScope } = await import("../common/engine.js");
    const { cases, requirements } = planScope(selectionOf({ ...(await loadConfig(flags, cwd)), ...flags }, cwd));
    const casesOf = (id: string) => cases.filter(({ verifies }) => verifies.includes(id)).map((each) => each.id);
    if (flags.json === true) {
      const rows =
        kind === "cases"
          ? cases.map(({ id, name, description, file, line, verifies, calls, surfaces }) => ({
              id,
              name,
              description,
              file: `${file}:${line}`,
              verifies,
              tools: calls.tools,
              events: calls.events,
              surfaces,
            }))
          : requirements.map((requirement) => ({
              ...requirement,
              origin: originOf(requirement),
              cases: casesOf(requirement.id),
            }));
      stdout(`${visibleJson(rows, 2)}\n`);
    } else if (kind === "cases") {
      stdout(visibleLines(cases.map(({ name, description }) => `${name}  ${description}`)));
    } else {
      const lines = requirements.map((requirement) => {
        const { id, level, text, untested } = requirement;
        const count = casesOf(id).length;
        const proof = untested === undefined ? `${count} ${count === 1 ? "case" : "cases"}` : "untested";
        return `${level.padEnd(6)}  ${originOf(requirement).padEnd(6)}  ${id}  ${text}  (${proof})`;
      });
      stdout(visibleLines(lines));
    }
    return 0;
  },
});
