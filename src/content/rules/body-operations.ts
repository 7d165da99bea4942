import { didYouMean } from "../../nearest.js";
import { type BodyText, bodyTexts, breachIn } from "../bodies/body-text.js";
import { greetSaying } from "../bodies/example-bodies.js";
import { type Content, definitionsOf, idOf, knownIds } from "../content.js";
import { OPERATION_PARAMETERS, PREFIXED_OPERATION } from "../operation-names.js";
import type { Breach, Rule } from "../rule.js";

const OPERATIONS = Object.keys(OPERATION_PARAMETERS);

/** Names that begin like an operation and are something else: parameters, fields of state, members of the report. */
const OTHER_NAMES = ["plan_id", "plan_issue", "task_id", "task_count", "plan_file", "tasks_file"];

/** Code spans that follow the operation's own in brackets, behind with, or behind a comma, with at most a word between. */
const ARGUMENTS = `(?:\\s*\\(|\\s+with\\s+|\\s+(?:takes|needs|wants|accepts|expects|requires)\\s+|,?\\s+)((?:\`[a-z_]+\`(?:\\s(?!and\\b)\\w+)?(?:,\\s+and\\s+|,\\s*|\\s+and\\s+)?)+)`;

/** A list that is the whole sentence: what one answers to mostly has a value behind it. */
const LISTED = "\\s*:\\s+(`[a-z_]+`(?:(?:,|,?\\s+and)\\s+`[a-z_]+`)+)(?=\\s*[.;]|\\s*$)";

/** Words of the contract, one of them in a name of at least two. */
const DOMAIN = ["plan", "plans", "task", "tasks", "history", "artifact", "artifacts", "context", "memory"];

/** Code spans behind call, run or use, with a comma or and between several. */
const CALLED =
  /\b(?:call(?:s|ing)?|run(?:s|ning)?|us(?:e|es|ing)|invok(?:e|es|ing))\s+(?:the\s+)?(?:operations?\s+|tools?\s+)?((?:`[^`\n]+`(?:,\s+and\s+|,\s+then\s+|,\s+|\s+(?:and|or|then)\s+)?)+)/gi;

export const operationRules: readonly Rule[] = [
  {
    id: "body/unknown-operation",
    guide: "L02",
    level: "error",
    title: `What looks like an operation in a code span, or is called, run or used and has a form like one, is one of ${OPERATIONS.join(", ")}, and stands bare, without brackets.`,
    reason: "No harness has a tool of another name; a call written out is a program in a language that nobody runs.",
    remedy:
      "Use the name of the contract, and say its parameters in words: `plan_decide` with `issue_id` and `decision`.",
    bad: greetSaying("Procedure", "2. Call `plan_begin`."),
    good: greetSaying("Procedure", "2. Call `plan_start`."),
    check: (content) => bodyTexts(content).flatMap((body) => unknownOperations(content, body)),
  },
  {
    id: "body/unknown-parameter",
    guide: "L02",
    level: "error",
    title:
      "Code spans that follow an operation, as with, takes or a colon, or stand beside it under parameters in a table, are parameters of it.",
    reason: "Unknown parameters are refused, and the run stops at a sentence that looked right.",
    remedy: "Use a parameter of the operation; docs/contracts/core/tools.md lists them.",
    bad: greetSaying("Procedure", "2. Call `plan_decide` with `issue_id` and `summary`."),
    good: greetSaying("Procedure", "2. Call `plan_decide` with `issue_id` and `decision`."),
    check: (content) => bodyTexts(content).flatMap((body) => [...unknownArguments(body), ...unknownInTables(body)]),
  },
];

function unknownOperations(content: Content, body: BodyText): readonly Breach[] {
  const primitives = knownIds(content, "invocations") ?? [];
  const other = [
    ...OTHER_NAMES,
    ...primitives,
    ...body.fences.flatMap(({ start, end }) => body.text.slice(start, end).match(/[a-z_]+(?="\s*:)/g) ?? []),
  ];
  const ids = definitionsOf(content).map(idOf);
  const named = [...body.prose.matchAll(/`((?:plan|task|history|artifact)_[a-z_]+)`/g)]
    .filter(({ 1: name = "" }) => !OPERATIONS.includes(name) && !other.includes(name))
    .map(({ 1: name = "", index }) =>
      breachIn(body, index, `"${name}" is no operation of the contract`, didYouMean(name, OPERATIONS)),
    );
  const invented = [...body.prose.matchAll(CALLED)].flatMap(({ 0: whole, 1: list = "", index }) =>
    [...list.matchAll(/`([A-Za-z]+(?:[_-][A-Za-z]+)*)`/g)]
      .filter(({ 1: name = "" }) => isInvented(name) && !other.includes(name) && !ids.includes(name))
      .map(({ 1: name = "", index: at }) =>
        breachIn(
          body,
          index + whole.length - list.length + at,
          `"${name}" is no operation of the contract`,
          didYouMean(name, OPERATIONS),
        ),
      ),
  );
  const called = [...body.prose.matchAll(new RegExp(`\`(?:${OPERATIONS.join("|")})\\s*\\(`, "g"))].map(
    ({ 0: words, index }) => breachIn(body, index, `"${words.slice(1)}…)" is written as a call`),
  );
  return [...named, ...invented, ...called];
}

/**
 * Whether a name has the form of an operation and is none: `get_tasks`, `task-list`, `taskUpdate`. What begins like one is
 * found anywhere, a harness's prefix by a rule of its own, and a parameter is what a call is given.
 */
function isInvented(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]/);
  return (
    words.length > 1 &&
    words.some((word) => DOMAIN.includes(word)) &&
    words[0] !== "no" &&
    !/^(?:plan|task|history|artifact)_[a-z_]+$/.test(name) &&
    !Object.values(OPERATION_PARAMETERS).flat().includes(name) &&
    name.search(PREFIXED_OPERATION) === -1
  );
}

function unknownArguments(body: BodyText): readonly Breach[] {
  // `context` takes none, and is the name of a folder, a section and a parameter as well.
  return OPERATIONS.filter((name) => name !== "context").flatMap((operation) =>
    [
      ...body.prose.matchAll(new RegExp(`\`${operation}\`${ARGUMENTS}`, "g")),
      // What takes nothing has a list of answers behind its colon.
      ...(OPERATION_PARAMETERS[operation]?.length === 0
        ? []
        : body.prose.matchAll(new RegExp(`\`${operation}\`${LISTED}`, "gm"))),
    ].flatMap(({ 0: whole, 1: list = "", index }) =>
      parametersIn(list)
        // A list of operations is none of parameters.
        .filter((_, at, names) => at < (firstIndex(names, (one) => isOther(one, operation)) ?? names.length))
        .flatMap((name) => breachAtParameter(body, operation, name, index + whole.lastIndexOf(`\`${name}\``))),
    ),
  );
}

/** Tables whose columns are named operation and parameters. */
function unknownInTables(body: BodyText): readonly Breach[] {
  let column = -1;
  return body.blocks.flatMap(({ text, offset }) => {
    if (!text.trimStart().startsWith("|")) {
      column = -1;
      return [];
    }
    const cells = text.split("|");
    const named = cells.findIndex((cell) => cell.trim() === "parameters");
    if (named !== -1 && cells.some((cell) => cell.trim() === "operation")) {
      column = named;
      return [];
    }
    const cell = cells[column];
    if (column === -1 || cell === undefined) return [];
    const operations = parametersIn(cells[1] ?? "").filter((name) => OPERATIONS.includes(name));
    const [operation = ""] = operations;
    const known = operations.flatMap((name) => OPERATION_PARAMETERS[name] ?? []);
    return parametersIn(cell)
      .filter((name) => operation !== "" && !known.includes(name))
      .flatMap((name) => breachAtParameter(body, operation, name, offset + text.indexOf(`\`${name}\``)));
  });
}

function breachAtParameter(body: BodyText, operation: string, name: string, offset: number): readonly Breach[] {
  const known = OPERATION_PARAMETERS[operation] ?? [];
  return known.includes(name)
    ? []
    : [breachIn(body, offset, `${operation} has no parameter "${name}"`, didYouMean(name, known))];
}

function parametersIn(text: string): readonly string[] {
  return [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name);
}

/** Whether a name is an operation in its own right here, and no parameter. */
function isOther(name: string, operation: string): boolean {
  return OPERATIONS.includes(name) && OPERATION_PARAMETERS[operation]?.includes(name) !== true;
}

function firstIndex<Item>(items: readonly Item[], test: (item: Item) => boolean): number | undefined {
  const index = items.findIndex(test);
  return index === -1 ? undefined : index;
}
