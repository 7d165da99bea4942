/** What an agent is told not to do by a capability, as the words in which a body would ask for it all the same. */
export interface DeniedAct {
  /** Capabilities that deny it; none: it is denied to every agent. */
  readonly capabilities: readonly string[];
  /** Global. The act itself; whether the sentence orders it is seen by where it stands. */
  readonly pattern: RegExp;
  /** The name of an operation is no verb: it counts wherever it is not forbidden. */
  readonly isName?: true;
  readonly denial: string;
  readonly instead: string;
}

/** An article and at most two words before the noun: "the flaky integration". */
const SOME =
  "(?:(?:the|an?|any|each|every|this|that|these|those|its|their|your|all|some|both|another|one)\\s+)?(?:(?!(?:of|in|on|for|to|from|with|by|at|as|that|which|who|no|nor|and|or|list)\\b)[a-z-]+\\s+){0,2}?";

const FILE =
  "(?:files?|sources?|code|tests?|modules?|documents?|workspace|config|configuration|scripts?|fixtures?|snapshots?|functions?|readme)";

/** What is made anew is often a part of the report, where the same nouns stand in lists and fields. */
const NEW_FILE = "(?:files?|code|tests?|test cases?|modules?|scripts?|fixtures?|snapshots?|functions?)";
const NOT_INTO_REPORT = "(?![^.;]*(?:\\bartifacts?\\b|\\breport\\b|\\blist\\b|\\bunder\\b|`[a-z_]+(?:\\.[a-z_]+)?`))";

/** Mending, of what a condition in front of it has named: "If a test is wrong, fix it". */
const MEND = "(?:fix|repair|correct|mend|patch|rewrite|edit|rename|delete|refactor)";
const WORKS =
  "(?:files?|code|sources?|tests?|test cases?|modules?|scripts?|fixtures?|snapshots?|functions?|configuration)";
const NAMED_BEFORE = `(?<=\\b(?:if|when|whenever|where|once|should)\\b[^.;:]*\\b${WORKS}\\b[^.;:]*,\\s+(?:then\\s+)?|\\b${WORKS}\\s+(?:is|are|has|have|does|do)\\b[^.;,:]*:\\s+)`;

const CHANGE = "(?:change|edit|fix|patch|diff|correction|refactoring)(?:e?s)?";

const files = (pattern: string): DeniedAct => ({
  capabilities: ["no_file_edit"],
  pattern: new RegExp(`\\b(${pattern})\\b`, "gi"),
  denial: "no_file_edit denies changes of workspace files",
  instead: "Let the agent name what has to change, in its report.",
});

const tasks = (pattern: RegExp, isName = {}): DeniedAct => ({
  // Of every agent, whatever its capabilities: Lead alone keeps the task list.
  capabilities: [],
  pattern,
  ...isName,
  denial: "Lead alone adds, changes and closes tasks and decides issues",
  instead: "Let the agent put it under `next`, or into a field of its report.",
});

const user = (pattern: string): DeniedAct => ({
  capabilities: [],
  pattern: new RegExp(`\\b(${pattern})\\b(?!['’])`, "gi"),
  denial: "Lead alone speaks with the user",
  instead: "Let the agent put the question into its report.",
});

/** "Correct code can still break its callers" tells of code, and orders nothing. */
const NO_SUBJECT = "(?!\\s+(?:can|may|might|will|is|are|was|were|has|have|still|should|must)\\b)";

const STATE = "`?(?:pending|in[_ ]progress|completed|done|blocked)`?";

export const DENIED_ACTS: readonly DeniedAct[] = [
  files(
    `(?:edit|change|modify|fix|patch|rewrite|overwrite|delete|remove|rename|correct|repair|update|adjust|alter|amend|refactor)\\s+${SOME}${FILE}${NO_SUBJECT}`,
  ),
  files(`(?:create|write|add|insert|append|save|extend)\\s+${SOME}${NEW_FILE}\\b${NOT_INTO_REPORT}`),
  files(
    `(?:apply|make|implement)\\s+(?:the|an?|your|this|that|its|each|every|any|these|all)\\s+(?:[a-z-]+\\s+)?${CHANGE}(?!\\s+list)`,
  ),
  files(
    `(?:commit|push)\\s+(?:(?:the|your|all|each|every|this|these|its)\\s+)?(?:it|them|everything|work|branch|code|results?|files?|tests?|documents?|${CHANGE})`,
  ),
  files(`${NAMED_BEFORE}${MEND}\\s+(?:it|them|this|that|these|those)${NOT_INTO_REPORT}`),
  // Not the part of a report: "correct a mistake in the summary".
  files(
    `(?:fix|repair|correct|mend|patch)\\s+(?!(?:no|not|nothing|none)\\b)(?:[\\w-]+\\s+){1,4}?in\\s+${SOME}${WORKS}`,
  ),
  files(
    `put\\s+${SOME}${NEW_FILE}\\s+(?:in|into|to|beside)\\s+(?!(?:an?|the|your)\\s+scratch\\b)${SOME}(?:${WORKS}|suites?|folder|directory|repository)`,
  ),
  {
    capabilities: ["no_shell_exec"],
    pattern: new RegExp(`\\b((?:run|execute)\\s+${SOME}(?:command|script|program|tests?|build|suite)s?)\\b`, "gi"),
    denial: "no_shell_exec denies commands",
    instead: "Say what can be found out by opening files.",
  },
  tasks(/(`(?:task_add|task_update|task_close|plan_start|plan_update|plan_decide)`)/g, { isName: true }),
  tasks(
    /\b((?:add|close|create|register|reopen|update|assign|delete|remove|change|edit)\s+(?:an?|the|each|every|this|that|your|new|another|any|all)\s+(?:(?:new|own|open|failing|further)\s+)?tasks?)\b(?!['’])/gi,
  ),
  // "Open the task" is reading, and "add a build task" may be work on the build.
  tasks(
    /\b((?:create|add|open|file|raise|log|register|start)\s+(?:an?|another|one)\s+(?:(?:new|further|separate|second|small|own|follow-?up|clean-?up|repair)\s+){1,2}tasks?|(?:file|raise|log)\s+(?:an?|another|one)\s+tasks?)\b(?!['’])/gi,
  ),
  tasks(
    new RegExp(
      `\\b((?:set|mark|move)\\s+(?:it|them|this|that|(?:the|an?|each|every|your|its|this|that|all)\\s+(?:[a-z-]+\\s+)?tasks?)\\s+(?:(?:as|to|into|back to)\\s+)?${STATE})`,
      "gi",
    ),
  ),
  user("(?:ask|tell|inform|notify|consult|message|warn|contact|prompt)\\s+the\\s+user"),
  user(
    "(?:check|confirm|verify|clarify|talk|speak|discuss|agree)\\s+(?:(?:it|this|that|them|first)\\s+)?with\\s+the\\s+user",
  ),
  user("(?:get|obtain|seek|await|request)\\s+(?:[\\w-]+\\s+){1,3}from\\s+the\\s+user"),
  user(
    "(?:report|escalate|speak|talk)\\s+(?:(?:it|this|that|them)\\s+)?(?:back\\s+)?to\\s+the\\s+user|let\\s+the\\s+user\\s+know",
  ),
  user(
    "(?:let|have|make)\\s+the\\s+user\\s+(?:choose|decide|pick|select|settle|confirm|approve|answer|say)|get\\s+the\\s+user\\s+to\\s+[a-z]+",
  ),
];
