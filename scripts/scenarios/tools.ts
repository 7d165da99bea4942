/** The tools of a run: files of its workspace, the eleven operations of the reference harness, and canned answers. */

import { createHarness, type ToolName } from "../../packages/harness/src/index.js";
import { describeTools } from "../../packages/harness/src/tool-descriptions.js";
import { isToolName } from "../../packages/harness/src/tools.js";
import { SURROUNDINGS } from "./given-state.js";
import type { ToolCall, ToolDescription } from "./model.js";
import type { CannedAnswer, Given } from "./scenario.js";
import type { OutsideTool } from "./tool-names.js";
import type { Workspace } from "./workspace.js";

/** A call as it went. */
export interface MadeCall {
  /** Of the model, from 1; calls of one turn came in one message. */
  readonly turn: number;
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly isRefused: boolean;
  readonly result: string;
}

/** Everybody is offered every tool: what is measured are the words of a body, and not the gates of a harness. */
export interface Tools {
  readonly descriptions: readonly ToolDescription[];
  /** Serves a call and records it. A refusal is a text for the model, never an exception. */
  call(call: Pick<ToolCall, "name" | "params">, turn: number): Promise<MadeCall>;
  readonly made: readonly MadeCall[];
}

type Serve = (params: Readonly<Record<string, unknown>>) => string | Promise<string>;

/** What reaches outside of the workspace, and what is answered where the scenario says nothing. */
const OUTSIDE = {
  run_command: [{ command: "A command line." }, "Runs a command in the folder of the project."],
  web_search: [{ query: "Words." }, "Searches the web; gives titles and addresses."],
  web_open: [{ address: "Of the page." }, "Opens a page of the web."],
  subagent_spawn: [
    { target_role: "Id of an agent.", prompt: "The whole assignment.", name: "", resume_tier_hint: "" },
    "Opens a session of a subagent and waits for its last message.",
  ],
  user_question: [
    { question: "One sentence.", options: "" },
    "Puts one question to the user and waits for the answer.",
  ],
  skill_activation: [{ skill: "Id of a skill.", mode: "" }, "Enters another skill."],
} as const satisfies Readonly<Record<OutsideTool, readonly [Readonly<Record<string, string>>, string]>>;

const UNANSWERED: Readonly<Record<OutsideTool, string>> = {
  run_command: "command not found\nexit status 127",
  web_search: "No results.",
  web_open: "The page cannot be reached.",
  subagent_spawn: "No subagent can be started now.",
  user_question: "The question was dismissed without an answer.",
  skill_activation: "The skill was entered and has come to its end. Go on.",
};

const OPERATIONS = describeTools().filter(({ name }) => isToolName(name));

const DESCRIPTIONS: readonly ToolDescription[] = [
  describe("list_files", "Lists the files of the project.", {}),
  describe("read_file", "Gives the text of a file.", { path: "From the root of the project." }),
  describe("write_file", "Writes a file, whole.", { path: "From the root of the project.", text: "All of it." }),
  describe("delete_file", "Deletes a file.", { path: "From the root of the project." }),
  describe("task_register", "Shows the user where a piece of work stands.", {
    label: "Its name.",
    state: "Of a task.",
  }),
  ...Object.entries(OUTSIDE).map(([name, [params, description]]) => describe(name, description, params)),
  ...OPERATIONS.map(({ name, description, input }) => ({ name, description, parameters: input })),
];

export function openTools(given: Given, workspace: Workspace): Tools {
  const harness = createHarness({ root: workspace.root, ...SURROUNDINGS });
  const answers = [...(given.answers ?? [])];
  const made: MadeCall[] = [];
  const serve: Readonly<Record<string, Serve>> = {
    list_files: () => [...workspace.files().keys()].join("\n") || "There are no files.",
    read_file: ({ path }) => workspace.read(textOf(path, "path")),
    write_file: ({ path, text }) => {
      workspace.write(textOf(path, "path"), textOf(text, "text"));
      return "Written.";
    },
    delete_file: ({ path }) => {
      workspace.remove(textOf(path, "path"));
      return "Deleted.";
    },
    task_register: () => "Shown.",
  };
  const outside = (name: OutsideTool, params: Readonly<Record<string, unknown>>) => {
    const answer = answers.find((entry) => entry.tool === name && fits(entry, params));
    if (answer === undefined) return UNANSWERED[name];
    if (answer.once === true) answers.splice(answers.indexOf(answer), 1);
    for (const [path, text] of Object.entries(answer.writes ?? {})) {
      if (text === null) workspace.remove(path);
      else workspace.write(path, text);
    }
    return name === "run_command" ? `${answer.gives.trimEnd()}\nexit status ${answer.exit ?? 0}` : answer.gives;
  };
  const answerTo = async ({ name, params }: Pick<ToolCall, "name" | "params">): Promise<string> => {
    if (Object.hasOwn(serve, name)) return (serve[name] as Serve)(params);
    if (Object.hasOwn(OUTSIDE, name)) return outside(name as OutsideTool, params);
    if (isToolName(name)) return JSON.stringify(await harness.call(name satisfies ToolName, params));
    throw new Error(`There is no tool "${name}".`);
  };
  return {
    descriptions: DESCRIPTIONS,
    made,
    async call(call, turn) {
      const { name, params } = call;
      const served = await answerTo(call).then(
        (result) => ({ isRefused: false, result }),
        (thrown: Error) => ({ isRefused: true, result: `Refused: ${thrown.message}` }),
      );
      const record = { turn, name, params, ...served };
      made.push(record);
      return record;
    },
  };
}

function fits({ when = {} }: CannedAnswer, params: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(when).every(([name, pattern]) => new RegExp(pattern, "iu").test(String(params[name] ?? "")));
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== "string") throw new Error(`the parameter ${name} has to be a text`);
  return value;
}

/** A tool whose parameters are texts; one without a description is optional, and takes any value. */
function describe(name: string, description: string, params: Readonly<Record<string, string>>): ToolDescription {
  const properties = Object.fromEntries(
    Object.entries(params).map(([key, text]) => [key, text === "" ? {} : { type: "string", description: text }]),
  );
  const required = Object.keys(params).filter((key) => params[key] !== "");
  return { name, description, parameters: { type: "object", properties, required, additionalProperties: false } };
}
