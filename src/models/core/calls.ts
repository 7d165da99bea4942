/** The calls that are tried: most of them right, and some wrong in one place. */

import type { Params } from "../../conformance/fixture/case.js";
import type { Arbitrary, Generators, ModelCall } from "../../conformance/fuzz/model.js";
import { ACTIONS, type Kind, PARAMS, type ParamTable, POLICIES, STATUSES, type ToolName } from "./params.js";
import { recordsOf } from "./records.js";
import { nameArbitrary, textArbitrary, WORDS } from "./texts.js";

const WEIGHTS: Readonly<Record<ToolName, number>> = {
  plan_start: 11,
  plan_decide: 16,
  plan_update: 16,
  plan_status: 5,
  task_add: 20,
  task_update: 12,
  task_list: 5,
  task_close: 3,
  history_search: 5,
  context: 3,
  artifact_write: 5,
};

/** Low ones more often, so that most of them are ids of something. */
const IDS = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5] as const;

/** What would find something if it were a pattern, and finds nothing as the text that it is. */
const PATTERNS = ["ind.x", "^index", "(index|search)", "ranking%"] as const;

/** One call of seven is made with something that does not fit. */
const RIGHT = 6;

/** Plain names appear twice as often as others, some of which conflict with each other. */
const FILE_NAMES = [
  "a.md",
  "notes/b.md",
  "notes/deep/c d.txt",
  "Ünï-文.md",
  "a%20b.md",
  ".c/Caps.md",
  "v/w/x/y/z.md",
  "notes",
  "a.md/x",
] as const;
const REFUSED_NAMES = [
  "../a.md",
  "/tmp/a.md",
  "x/../../y",
  "notes/../a.md",
  "~/a.md",
  "C:\\a",
  "C:/a",
  "a\0b",
  "no\0/a.md",
  "a\\b",
  "con.txt",
  "lpt1/a.md",
  "dot.",
  "dots./a.md",
  " a.md",
  "x//y",
  "./a.md",
  "a.md/",
  "tab\t.md",
  `${"n".repeat(300)}.md`,
] as const;

export function callsFrom(fc: Generators): Arbitrary<ModelCall> {
  const valid = validParams(fc);
  const choices = (Object.keys(WEIGHTS) as ToolName[]).map((tool) => ({
    weight: WEIGHTS[tool],
    arbitrary: withFaults(tool, valid[tool], fc).map((params): ModelCall => ({ tool, params })),
  }));
  return fc.oneof(...choices);
}

function validParams(fc: Generators): Readonly<Record<ToolName, Arbitrary<Params>>> {
  const [text, name] = [textArbitrary(fc), nameArbitrary(fc)];
  const id = fc.constantFrom<number>(...IDS);
  const texts = fc.array(text, { maxLength: 3 });
  const names = fc.array(name, { maxLength: 3 });
  const issues = fc.oneof(
    { weight: 4, arbitrary: fc.array(name, { minLength: 1, maxLength: 4, size: "max" }) },
    { weight: 1, arbitrary: names },
  );
  // A task cannot depend on what comes after it, and in short sequences not much comes before it.
  const deps = fc.oneof<readonly number[]>(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(fc.constantFrom<number>(1, 1, 1, 2, 2, 3), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.array(id, { maxLength: 3 }) },
  );
  // Few owners, so that one has several tasks.
  const owner = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("engineer", "writer") },
    { weight: 1, arbitrary: text },
  );
  const agents = fc.constantFrom("architect", "postdoc", "constructor", "Ärztin");
  const map = fc.dictionary(agents, text, { maxKeys: 2, noNullPrototype: true });
  const fileName = fc.oneof<string>(
    { weight: 2, arbitrary: fc.constantFrom(...FILE_NAMES) },
    { weight: 1, arbitrary: fc.constantFrom(...REFUSED_NAMES) },
  );
  const content = fc.oneof<string>(
    { weight: 9, arbitrary: text },
    { weight: 1, arbitrary: fc.constant("long text ".repeat(2_000)) },
  );
  const none = fc.constant<Params>({});
  const record = recordsOf(fc);
  return {
    plan_start: record({ topic: name, issues, research_summary: text }, "topic", "issues", "research_summary"),
    plan_status: none,
    plan_update: fc.oneof(
      { weight: 4, arbitrary: record({ action: fc.constant("add"), title: name }, "action", "title") },
      {
        weight: 2,
        arbitrary: record({ action: fc.constantFrom("remove", "reopen"), issue_id: id }, "action", "issue_id"),
      },
      { weight: 2, arbitrary: record({ action: fc.constant("reopen"), issue_id: id }, "action", "issue_id") },
      {
        weight: 3,
        arbitrary: record({ action: fc.constant("edit"), issue_id: id, title: name }, "action", "issue_id", "title"),
      },
      { weight: 1, arbitrary: record({ action: fc.constantFrom(...ACTIONS), issue_id: id, title: name }, "action") },
    ),
    plan_decide: record(
      { issue_id: id, decision: text, how_agents: texts, how_summary: map, how_agent_ids: map },
      "issue_id",
      "decision",
    ),
    task_list: none,
    task_add: fc.oneof(
      {
        weight: 2,
        arbitrary: record({ title: name, context: name, deps }, "title", "context"),
      },
      {
        weight: 3,
        arbitrary: record(
          {
            title: name,
            context: name,
            deps,
            approach: text,
            acceptance: text,
            risk: text,
            plan_issue: id,
            goal: text,
            decisions: texts,
            owner,
            owner_agent_id: owner,
            owner_reuse_policy: fc.constantFrom(...POLICIES),
            target_files: names,
          },
          "title",
          "context",
        ),
      },
    ),
    task_update: record({ id, status: fc.constantFrom(...STATUSES) }, "id", "status"),
    task_close: none,
    history_search: record({
      query: fc.constantFrom(
        "",
        ...WORDS,
        ...WORDS.map((word) => word.toUpperCase()),
        "decided",
        "nowhere",
        ...PATTERNS,
      ),
      last_n: fc.integer({ min: 1, max: 12 }),
    }),
    context: none,
    artifact_write: record({ filename: fileName, content }, "filename", "content"),
  };
}

/** Values that look like each kind but are invalid or borderline. A value that fits makes a valid call. */
const MISFITS: Readonly<Record<Exclude<Kind, readonly string[]>, readonly unknown[]>> = {
  text: [null, 1, true, [], ["x"], {}],
  name: ["", null, 1, true, ["x"], {}],
  id: ["1", "02", "x", "", 0, -1, 1.5, 99, true, null, [1], {}],
  texts: ["x", "", null, 1, {}, [0], [null], ["x", 1]],
  names: ["x", "", null, {}, [], [""], [0], [null], ["x", ""]],
  ids: ["1", 1, null, {}, [0], [1.5], ["2"], ["x"], [null], [true], [99]],
  map: ["x", null, 1, [], ["x"], { a: 1 }, { a: null }, { a: ["x"] }],
};

/** Values that look like entries of a closed list but are not. */
const NEAR_MISSES = new Map<readonly string[], readonly unknown[]>([
  [STATUSES, ["done", "Pending", "complete", "in-progress", "", null, 1, ["pending"]]],
  [ACTIONS, ["delete", "add ", "Remove", "", null, 1, ["add"]]],
  [POLICIES, ["Fresh", "never", "", null, 1, ["fresh"]]],
]);

const EXTRA = [null, "", 1, "x", true, [], {}] as const;

function withFaults(tool: ToolName, valid: Arbitrary<Params>, fc: Generators): Arbitrary<Params> {
  const names = Object.keys(PARAMS[tool]);
  const others = ["extra", "Topic", "__typo", "constructor", ...names.flatMap(otherSpellings)];
  const extra = fc.tuple(fc.constantFrom(...others), fc.constantFrom<unknown>(...EXTRA)).map(
    ([name, value]) =>
      (params: Params): Params => ({ ...params, [name]: value }),
  );
  if (names.length === 0) {
    return fc.oneof({ weight: RIGHT * 2, arbitrary: valid }, { weight: 1, arbitrary: changed(valid, extra, fc) });
  }
  const name = fc.constantFrom(...names);
  const dropped = name.map(
    (gone) =>
      ({ [gone]: _, ...rest }: Params): Params =>
        rest,
  );
  const table: ParamTable = PARAMS[tool];
  const replaced = name.chain((member) =>
    fc.constantFrom<unknown>(...misfitsOf(table[member]?.kind ?? "text")).map(
      (value) =>
        (params: Params): Params => ({ ...params, [member]: value }),
    ),
  );
  const fault = fc.oneof<(params: Params) => Params>(extra, dropped, { weight: 4, arbitrary: replaced });
  return fc.oneof({ weight: RIGHT, arbitrary: valid }, { weight: 1, arbitrary: changed(valid, fault, fc) });
}

/** Of the name of a parameter: with humps, and in capitals. */
function otherSpellings(name: string): readonly string[] {
  const humps = name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
  return [...(humps === name ? [] : [humps]), name.toUpperCase()];
}

function misfitsOf(kind: Kind): readonly unknown[] {
  return typeof kind === "string" ? MISFITS[kind] : (NEAR_MISSES.get(kind) ?? MISFITS.text);
}

function changed(
  valid: Arbitrary<Params>,
  change: Arbitrary<(params: Params) => Params>,
  fc: Generators,
): Arbitrary<Params> {
  return fc.tuple(valid, change).map(([params, apply]) => apply(params));
}
