/** What a model can do in a situation. */

import { createHarness } from "../../packages/harness/src/index.js";
import { servedTools } from "../../packages/harness/src/served-tools.js";
import { writeFiles } from "../../src/testing/temporary-folder.js";
import { fits } from "./check.js";
import type { World } from "./converse.js";
import { callOnFile, FILE_TOOLS, gitShows, tool } from "./folder.js";
import type { Answer, Situation } from "./situation.js";

const AGENT_TOOLS = [
  ...FILE_TOOLS,
  tool("web_search", "Searches the web.", "query"),
  tool("web_open", "Opens a page of the web.", "address"),
];

const LEAD_TOOLS = [
  ...FILE_TOOLS,
  tool("user_question", "Asks the user a question and waits for the answer.", "question", "options"),
  tool("subagent_spawn", "Starts an agent in a role with a prompt, and returns its last message.", "role", "prompt"),
  tool("skill_activation", "Enters a skill.", "skill", "mode"),
];

/** What a tool says for which a situation gives no answer. */
const OTHERWISE: Readonly<Record<string, string>> = {
  run_command: "this command cannot be run here",
  web_search: "nothing found",
  web_open: "this page cannot be opened",
  subagent_spawn: "the agent could not be started",
  user_question: "The question was dismissed without an answer.",
  skill_activation: "entered",
};

/**
 * The tools of a situation. Lead has the operations of the reference harness, an agent stores artifacts alone.
 * @param isLead whether the body is a skill
 */
export function worldOf(root: string, { answers = [] }: Pick<Situation, "answers">, isLead: boolean): World {
  const harness = createHarness({ root });
  const operations = servedTools(harness).filter(({ name }) => isLead || name === "artifact_write");
  const listed = operations.map(({ name, description, input }) => ({ name, description, parameters: input }));
  const used = new Set<Answer>();

  async function call(name: string, params: Readonly<Record<string, unknown>>): Promise<string> {
    const operation = operations.find((each) => each.name === name);
    if (operation !== undefined) return JSON.stringify(await operation.run(params, undefined));
    const shown =
      callOnFile(root, name, params) ??
      (name === "run_command" ? gitShows(root, String(params["command"])) : undefined);
    if (shown !== undefined) return shown;
    const answer = answers.find(
      (each) => !used.has(each) && fits({ called: each.tool, ...(each.when && { with: each.when }) })({ name, params }),
    );
    if (answer?.once === true) used.add(answer);
    if (answer?.writes !== undefined) writeFiles(root, answer.writes);
    const text = answer?.gives ?? OTHERWISE[name];
    if (text === undefined) throw new Error(`there is no tool ${name}`);
    return text;
  }
  return { tools: [...(isLead ? LEAD_TOOLS : AGENT_TOOLS), ...listed], call };
}
