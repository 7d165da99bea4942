/** What a scenario is; `test/scenarios/scenario.schema.json` holds the data to it, and says what each field means. */

/** One call of a tool, as data: a single key, the name, with the parameters as its value. */
export type StepData = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface CannedAnswer {
  readonly tool: string;
  readonly when?: Readonly<Record<string, string>>;
  readonly gives: string;
  readonly exit?: number;
  readonly writes?: Readonly<Record<string, string | null>>;
  readonly once?: true;
}

export interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly state?: readonly StepData[];
  readonly answers?: readonly CannedAnswer[];
  readonly prior?: readonly { readonly from: "user" | "assistant"; readonly text: string }[];
}

export interface Delegation {
  readonly id?: number;
  readonly task: string;
  readonly context?: string;
  readonly constraints?: string;
  readonly acceptance?: readonly string[];
}

export interface CallPattern {
  readonly tool: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** A regular expression, found in the JSON text of all parameters. */
  readonly mentions?: string;
  /** A regular expression, found in what the tool answered. */
  readonly answered?: string;
}

interface Named {
  readonly name: string;
}

export interface ParseCheck extends Named {
  readonly check: "parse";
  readonly invariants?: "all" | readonly string[];
  readonly at?: string;
  readonly is?: unknown;
  readonly some?: Readonly<Record<string, unknown>>;
  readonly every?: Readonly<Record<string, unknown>>;
  readonly mentions?: string;
}

export interface StateCheck extends Named {
  readonly check: "state";
  readonly files?: "unchanged";
  readonly changed_within?: readonly string[];
  readonly file?: string;
  readonly is?: "unchanged" | "absent" | "present" | "changed";
  readonly contains?: string;
  readonly matches?: string;
  readonly lacks?: string;
  readonly at?: string;
  readonly value?: unknown;
  readonly called?: CallPattern;
  readonly before?: CallPattern;
  readonly times?: { readonly min?: number; readonly max?: number };
  /** In so many turns of the model: several calls of one turn are one message. */
  readonly turns?: { readonly min?: number; readonly max?: number };
}

export interface RegexCheck extends Named {
  readonly check: "regex";
  readonly pattern: string;
}

export interface JudgeCheck extends Named {
  readonly check: "judge";
  readonly question: string;
}

export type Check = ParseCheck | StateCheck | RegexCheck | JudgeCheck;

export interface Script {
  readonly steps?: readonly StepData[];
  readonly prose: string;
  /** Laid over a blank report; `null` leaves the block out. */
  readonly report?: Readonly<Record<string, unknown>> | null;
}

/** What it does not say it does as the good script. */
export type Misbehaviour = Partial<Script> & {
  /** Name of the check that has to catch it. */
  readonly breaks: string;
};

export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** `agents/ID` or `skills/ID`. */
  readonly body: string;
  readonly rules: readonly string[];
  readonly pressures?: readonly string[];
  readonly form?: "shown" | "hidden";
  readonly given: Given;
  readonly message: string | Delegation;
  readonly must: readonly Check[];
  readonly must_not?: readonly Check[];
  readonly scripted: {
    readonly good: Script;
    readonly bad: Misbehaviour;
    readonly also?: readonly Misbehaviour[];
  };
}

/** Every check with what has to come of it. */
export function checksOf({
  must,
  must_not = [],
}: Pick<Scenario, "must" | "must_not">): readonly { check: Check; wanted: boolean }[] {
  return [...must.map((check) => ({ check, wanted: true })), ...must_not.map((check) => ({ check, wanted: false }))];
}

/** Every way to go wrong that stands beside a scenario. */
export function misbehavioursOf({ scripted: { bad, also = [] } }: Pick<Scenario, "scripted">): readonly Misbehaviour[] {
  return [bad, ...also];
}

/** The id that a report has to name as its role: skills are Lead's. */
export function roleOf({ body }: Pick<Scenario, "body">): string {
  const [kind, id = ""] = body.split("/");
  return kind === "skills" ? "lead" : id;
}

/** The key of the block that a role or a skill has to itself. */
export function ownKeyOf({ body }: Pick<Scenario, "body">): string {
  return body.split("/")[1] ?? "";
}

/** What a run is opened with: a text as it stands, a delegation in its four blocks. */
export function messageText({ message }: Pick<Scenario, "message">): string {
  if (typeof message === "string") return message;
  const { id, task, context, constraints, acceptance } = message;
  const blocks = [
    `TASK${id === undefined ? "" : ` ${id}`}: ${task}`,
    context === undefined ? undefined : `CONTEXT: ${context}`,
    constraints === undefined ? undefined : `CONSTRAINTS: ${constraints}`,
    acceptance === undefined ? undefined : `ACCEPTANCE:\n${acceptance.map((line) => `- ${line}`).join("\n")}`,
  ];
  return blocks.filter((block) => block !== undefined).join("\n");
}

/** What the report has to agree with. */
export function taskOf({ message }: Pick<Scenario, "message">): {
  readonly id: number | null;
  readonly acceptance: readonly string[];
} {
  return typeof message === "string"
    ? { id: null, acceptance: [] }
    : { id: message.id ?? null, acceptance: message.acceptance ?? [] };
}
