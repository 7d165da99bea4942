/** What an agent is told not to do by a capability, as the words in which a body would ask for it all the same. */
export interface DeniedAct {
  /** Capabilities that deny it; none: it is denied to every agent. */
  readonly capabilities: readonly string[];
  /** Global. In a sentence that asks for something; sentences that forbid are left out before. */
  readonly pattern: RegExp;
  readonly denial: string;
  readonly instead: string;
}

const OBJECT =
  "(?:file|files|source|sources|code|test|tests|module|modules|document|documents|workspace|config|configuration)";
/** Start of a sentence or of a part of it, where English puts the verb of an order. */
const ORDER = "(?:^|[.:;,]\\s+(?:and |then )?|\\b(?:and|then|may|can|must|should|to)\\s+)(?:\\*\\*)?";

export const DENIED_ACTS: readonly DeniedAct[] = [
  {
    capabilities: ["no_file_edit"],
    pattern: new RegExp(
      `${ORDER}((?:edit|change|modify|fix|patch|rewrite|overwrite|delete|remove|rename|create|correct|repair)\\s+(?:(?:the|a|an|each|every|this|these|its|all|failing|broken|test|source|target)\\s+){0,3}${OBJECT})\\b`,
      "gim",
    ),
    denial: "no_file_edit denies changes of workspace files",
    instead: "Let the agent name what has to change, in its report.",
  },
  {
    capabilities: ["no_shell_exec"],
    pattern: new RegExp(
      `${ORDER}((?:run|execute)\\s+(?:(?:the|a|each|every|project's)\\s+){0,2}(?:command|script|program|tests?|build)s?)\\b`,
      "gim",
    ),
    denial: "no_shell_exec denies commands",
    instead: "Say what can be found out by opening files.",
  },
  {
    // Of every agent, whatever its capabilities: Lead alone keeps the task list.
    capabilities: [],
    pattern:
      /(`(?:task_add|task_update|task_close|plan_start|plan_update|plan_decide)`|\b(?:add|close|create|register|reopen)\s+(?:a|the|each|new|another)\s+(?:new\s+)?tasks?\b)/gi,
    denial: "Lead alone adds, changes and closes tasks and decides issues",
    instead: "Let the agent put it under `next`, or into a field of its report.",
  },
  {
    capabilities: [],
    pattern: new RegExp(`${ORDER}((?:ask|tell|inform|notify|consult|message|warn)\\s+the\\s+user)\\b`, "gim"),
    denial: "Lead alone speaks with the user",
    instead: "Let the agent put the question into its report.",
  },
];
