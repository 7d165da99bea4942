import { listMember, member, textMember } from "../../base/members.js";
import { didYouMean } from "../../base/nearest.js";
import { OPERATIONS } from "../../generated/operation-names.js";
import { type MacroBreachKind, macroBreaches } from "../macros/macro-breaches.js";
import { type Macro, type MacroArgument, type MacroValue, plainMacroValue } from "../macros/macros.js";
import { type Content, definitionsOf, entriesOf, idOf, knownIds } from "../read/content.js";
import { skillBody } from "./example-bodies.js";
import type { Breach, Example, Rule } from "./rule.js";

const TASK_STATES = ["pending", "in_progress", "completed"];

export const macroArgumentRules: readonly Rule[] = [
  {
    id: "macro/unknown-primitive",
    level: "error",
    title: "The primitive of a macro is listed in vocabulary/invocations.yml.",
    reason: "No harness can expand what the vocabulary does not define.",
    remedy: "Use an id of vocabulary/invocations.yml, or add the entry there.",
    bad: body("{{subagent_spwan target_role=helper prompt=hello}}"),
    good: body("{{subagent_spawn target_role=helper prompt=hello}}"),
    check: (content) => signatureBreaches(content, "unknown-primitive"),
  },
  {
    id: "macro/missing-key",
    level: "error",
    title: "A macro gives every required parameter of its primitive.",
    reason: "The harness would have to invent the value.",
    remedy: "Add the key; vocabulary/invocations.yml says what it is.",
    bad: body("{{subagent_spawn target_role=helper}}"),
    good: body("{{subagent_spawn target_role=helper prompt=hello}}"),
    check: (content) => signatureBreaches(content, "missing-key"),
  },
  {
    id: "macro/unknown-key",
    level: "error",
    title: "A macro gives only parameters that its primitive has.",
    reason: "A key that no harness knows is lost without a message.",
    remedy: "Use a parameter that vocabulary/invocations.yml names for this primitive.",
    bad: body("{{subagent_spawn target_role=helper prompt=hello promt=hello}}"),
    good: body("{{subagent_spawn target_role=helper prompt=hello name=first}}"),
    check: (content) => signatureBreaches(content, "unknown-key"),
  },
  {
    id: "macro/repeated-key",
    level: "error",
    title: "A macro gives each key once.",
    reason: "Which of the two counts would differ between harnesses.",
    remedy: "Keep one of them.",
    bad: body("{{subagent_spawn target_role=helper prompt=hello prompt=bye}}"),
    good: body('{{subagent_spawn target_role=helper prompt="hello, bye"}}'),
    check: (content) => signatureBreaches(content, "repeated-key"),
  },
  {
    id: "macro/unknown-role",
    level: "error",
    title: "target_role is the id of an agent.",
    reason: "A harness cannot spawn a role that does not exist.",
    remedy: "Name an agent that exists.",
    bad: body("{{subagent_spawn target_role=explorer prompt=hello}}"),
    good: body("{{subagent_spawn target_role=helper prompt=hello}}"),
    check: (content) =>
      valueBreaches(
        content,
        "agent_id",
        "target_role",
        knownIds(content, "agents"),
        (id) => `there is no agent "${id}"`,
      ),
  },
  {
    id: "macro/unknown-skill",
    level: "error",
    title: "skill is the id of a skill.",
    reason: "A harness cannot enter a skill that does not exist.",
    remedy: "Name a skill that exists.",
    bad: body("{{skill_activation skill=great}}"),
    good: body("{{skill_activation skill=greet}}"),
    check: (content) =>
      valueBreaches(content, "skill_id", "skill", knownIds(content, "skills"), (id) => `there is no skill "${id}"`),
  },
  {
    id: "macro/manual-only-skill",
    level: "error",
    title: "No macro enters a skill that is manual only.",
    reason: "manual_only promises the user that nothing but their own call starts it.",
    remedy: "Name the skill to the user instead, in words.",
    bad: {
      ...body("{{skill_activation skill=tidy}}"),
      "skills/tidy/meta.yml": "id: tidy\nname: tidy\ndescription: Tidies up, when asked to.\nmanual_only: true\n",
      "skills/tidy/body.md": skillBody("Tidy up."),
    },
    good: {
      ...body("{{skill_activation skill=greet}}"),
      "skills/tidy/meta.yml": "id: tidy\nname: tidy\ndescription: Tidies up, when asked to.\nmanual_only: true\n",
      "skills/tidy/body.md": skillBody("Tidy up."),
    },
    check: (content) => {
      const manual = (content.skills ?? [])
        .filter(({ meta }) => member(meta?.document.value, "manual_only") === true)
        .map(idOf);
      return typedArguments(content, "skill_id", "skill").flatMap(({ text, offset, breach }) =>
        manual.includes(text) ? [breach(offset, `the skill "${text}" is manual only`)] : [],
      );
    },
  },
  {
    id: "macro/unknown-operation",
    level: "error",
    title: `A value of type operation is one of ${OPERATIONS.join(", ")}.`,
    reason: "No harness has a name for what the contract does not define.",
    remedy: "Use the name of the contract, without the prefix of a harness.",
    bad: body("{{operation plan_begin}}"),
    good: body("{{operation plan_start}}"),
    check: (content) =>
      valueBreaches(content, "operation", "name", OPERATIONS, (name) => `there is no operation "${name}"`),
  },
  {
    id: "macro/unknown-state",
    level: "error",
    title: `state is one of ${TASK_STATES.join(", ")}.`,
    reason: "Tasks have these three states and no other.",
    remedy: `Use one of ${TASK_STATES.join(", ")}.`,
    bad: body("{{task_register label=hello state=done}}"),
    good: body("{{task_register label=hello state=completed}}"),
    check: (content) =>
      valueBreaches(content, "task_state", "state", TASK_STATES, (state) => `"${state}" is no task state`),
  },
  {
    id: "macro/unknown-resume-tier",
    level: "error",
    title: "A value of type resume_tier is the id of a resume tier.",
    reason: "An unknown tier is no advice at all.",
    remedy: "Use an id of vocabulary/resume-tiers.yml.",
    bad: body("{{subagent_spawn target_role=helper prompt=hello resume_tier_hint=bound}}"),
    good: body("{{subagent_spawn target_role=helper prompt=hello resume_tier_hint=bounded}}"),
    check: (content) =>
      valueBreaches(
        content,
        "resume_tier",
        "resume_tier_hint",
        knownIds(content, "resume_tiers"),
        (id) => `there is no resume tier "${id}"`,
      ),
  },
  {
    id: "macro/option-form",
    level: "error",
    title: "Options are an array of objects with label and description; an empty array asks for a free answer.",
    reason: "Harnesses build buttons and lists from these two texts.",
    remedy: 'Write options=[{label: "Yes", description: "What follows from it."}].',
    bad: body('{{user_question question="Shall I?" options=[yes, no]}}'),
    good: body(
      '{{user_question question="Shall I?" options=[{label: yes, description: "I begin."}, {label: no, description: "I wait."}]}}',
    ),
    check: (content) =>
      calls(content).flatMap(({ macro, params, breach }) =>
        argumentsOfType(macro, params, "option_list", "options")
          .filter(({ value }) => !isOptionList(plainMacroValue(value)))
          .map(({ key, offset }) => breach(offset, `"${key}" is not a list of {label, description}`)),
      ),
  },
];

function body(macro: string): Example {
  return { "skills/greet/body.md": skillBody(macro) };
}

interface Param {
  readonly name: string;
  readonly type: string | undefined;
  readonly required: boolean;
}

interface Call {
  readonly macro: Macro;
  readonly params: readonly Param[];
  readonly breach: (offset: number, message: string, hint?: string) => Breach;
}

/** The parameters that the vocabulary gives each primitive. */
function primitivesOf(content: Content): ReadonlyMap<string, readonly Param[]> {
  return new Map(
    (entriesOf(content, "invocations") ?? []).map(({ id, value }) => [
      id,
      listMember(value, "semantic_params").flatMap(({ item }) => {
        const name = textMember(item, "name");
        return name === undefined
          ? []
          : [{ name, type: textMember(item, "value_type"), required: member(item, "required") === true }];
      }),
    ]),
  );
}

/** Every macro of every body, with the parameters of its primitive. */
function calls(content: Content, primitives = primitivesOf(content)): readonly Call[] {
  return definitionsOf(content).flatMap(({ body }) =>
    (body?.macros.macros ?? []).map((macro): Call => {
      const breach = (offset: number, message: string, hint = ""): Breach => ({
        file: body?.file ?? "",
        line: body?.macros.positionOf(offset).line ?? 1,
        message,
        hint,
      });
      return { macro, params: primitives.get(macro.primitive) ?? [], breach };
    }),
  );
}

/** The problems of one kind in all macros. Without a vocabulary, primitives cannot be judged. */
function signatureBreaches(content: Content, kind: MacroBreachKind): readonly Breach[] {
  if (kind === "unknown-primitive" && knownIds(content, "invocations") === undefined) return [];
  const primitives = primitivesOf(content);
  return calls(content, primitives).flatMap(({ macro, breach }) =>
    macroBreaches(macro, primitives)
      .filter((found) => found.kind === kind)
      .map(({ offset, message, hint }) => breach(offset, message, hint)),
  );
}

/** The arguments of a value type. Without a type in the vocabulary, the usual name of the parameter decides. */
function argumentsOfType(
  macro: Macro,
  params: readonly Param[],
  type: string,
  customaryName: string,
): readonly MacroArgument[] {
  return macro.args.filter(
    ({ key }) => (params.find(({ name }) => name === key)?.type ?? (key === customaryName ? type : undefined)) === type,
  );
}

function typedArguments(content: Content, type: string, customaryName: string) {
  return calls(content).flatMap(({ macro, params, breach }) =>
    argumentsOfType(macro, params, type, customaryName).map(({ value }) => ({
      text: textOf(value),
      offset: value.offset,
      breach,
    })),
  );
}

function valueBreaches(
  content: Content,
  type: string,
  customaryName: string,
  allowed: readonly string[] | undefined,
  message: (value: string) => string,
): readonly Breach[] {
  if (allowed === undefined) return [];
  return typedArguments(content, type, customaryName)
    .filter(({ text }) => !allowed.includes(text))
    .map(({ text, offset, breach }) => breach(offset, message(text), didYouMean(text, allowed)));
}

/** A list where one id is expected is shown as it would be written in JSON, and is never a known id. */
function textOf(value: MacroValue): string {
  const plain = plainMacroValue(value);
  return typeof plain === "string" ? plain : JSON.stringify(plain);
}

function isOptionList(value: unknown): boolean {
  const isText = (item: unknown, key: string) => (textMember(item, key) ?? "").trim() !== "";
  return (
    Array.isArray(value) &&
    value.every(
      (item: unknown) =>
        isText(item, "label") && isText(item, "description") && Object.keys(item as object).length === 2,
    )
  );
}
