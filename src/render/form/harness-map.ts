/** What render has to know of a harness. The content itself knows none. */

import { authoringCheck } from "../../base/authoring-schemas.js";
import { NexusError } from "../../base/errors.js";
import { parseYaml } from "../../base/located-document.js";
import { didYouMean } from "../../base/nearest.js";
import { LIFECYCLE_EVENTS } from "./lifecycle-events.js";

/** The words and settings of one harness, such as a user writes them into a file for `--map`. */
export interface HarnessMap {
  /** By macro the sentence that names the harness's own means. `{skill}` is a parameter, and `[…]` falls away without it. */
  readonly invocations: Readonly<Record<string, string>>;
  /** How the harness calls an operation; `{name}` is its name in the contract. */
  readonly operations: string;
  /** By tier of the vocabulary the model; a tier that is missing leaves the choice to the harness. */
  readonly models: Readonly<Record<string, string>>;
  /** By capability what the harness has to be told, in the form of its own settings. `nexus:task_add` is the operation. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /**
   * Ids of agents and skills that are not rendered, such as one that the project has of its own, and lifecycle events
   * that are not connected.
   */
  readonly without?: readonly string[];
  /** Added to the front matter of each file. */
  readonly front_matter: { readonly agents?: Fields; readonly skills?: Fields };
  /** The folder of @nexus-core/harness below that of the project; the one in `node_modules` where absent. */
  readonly harness_package?: string;
  /** A variant of the ground rules for the agents, or for all of them rules of one's own; an empty text leaves them out. */
  readonly ground_rules?: string;
  /** A report form of one's own; an empty text leaves it out. */
  readonly report_form?: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What a map may name. */
export interface Known {
  readonly definitions: readonly string[];
  readonly capabilities: readonly string[];
  readonly tiers: readonly string[];
  readonly groundRules: readonly string[];
  /** By macro the names of its parameters. */
  readonly macros: ReadonlyMap<string, readonly string[]>;
}

export interface MapForm {
  readonly starter: HarnessMap;
  /** What the target accepts as the setting of a capability, in words and as a check. */
  readonly setting: { readonly form: string; accepts(value: unknown): boolean };
  /** Members of front matter that render itself writes. */
  readonly written: readonly string[];
}

/**
 * The starter map of a target with what a file changes in it, member by member.
 * @throws NexusError NXC_RENDER_MAP, NXC_YAML_SYNTAX, or what reading the file throws
 */
export function mapWith(form: MapForm, text: string | undefined, file: string, known: Known): HarnessMap {
  const { starter } = form;
  if (text === undefined) return starter;
  const given = parseYaml(text, file).value ?? {};
  const [issue] = authoringCheck("harness-map.schema.json")(given);
  const problem = issue ?? problemOf(given as Partial<HarnessMap>, form, known);
  if (problem !== undefined)
    throw NexusError.of("NXC_RENDER_MAP", { reason: problem.message }, `${file}#${problem.pointer}`);
  const { invocations, models, capabilities, front_matter, ...others } = given as Partial<HarnessMap>;
  return {
    ...starter,
    ...others,
    invocations: { ...starter.invocations, ...invocations },
    models: { ...starter.models, ...models },
    capabilities: { ...starter.capabilities, ...capabilities },
    front_matter: {
      agents: { ...starter.front_matter.agents, ...front_matter?.agents },
      skills: { ...starter.front_matter.skills, ...front_matter?.skills },
    },
  };
}

/** Rules of one's own are sentences, and a single word is the name of a variant. */
export function isVariant(groundRules = ""): boolean {
  return /^\S+$/u.test(groundRules);
}

interface Problem {
  readonly pointer: string;
  readonly message: string;
}

/** The first thing in a map that its schema cannot know to be wrong. */
function problemOf(map: Partial<HarnessMap>, { setting, written }: MapForm, known: Known): Problem | undefined {
  const unknown = (member: string, names: readonly string[], choices: readonly string[]): readonly Problem[] =>
    names
      .filter((name) => !choices.includes(name))
      .map((name) => ({
        pointer: `/${member}`,
        message: `there is no "${name}". ${didYouMean(name, choices)}`.trimEnd(),
      }));
  const namesOf = (member: object | undefined) => Object.keys(member ?? {});
  const problems: readonly Problem[] = [
    ...unknown("without", map.without ?? [], [...known.definitions, ...LIFECYCLE_EVENTS]),
    ...unknown("models", namesOf(map.models), known.tiers),
    ...unknown("capabilities", namesOf(map.capabilities), known.capabilities),
    ...unknown("invocations", namesOf(map.invocations), [...known.macros.keys()]),
    ...Object.entries(map.invocations ?? {}).flatMap(([macro, sentence]) =>
      unknown(
        `invocations/${macro}`,
        [...sentence.matchAll(/\{(\w+)\}/gu)].map(([, name = ""]) => name),
        known.macros.get(macro) ?? [],
      ),
    ),
    ...(isVariant(map.ground_rules) ? unknown("ground_rules", [map.ground_rules ?? ""], known.groundRules) : []),
    ...Object.entries(map.capabilities ?? {})
      .filter(([, value]) => !setting.accepts(value))
      .map(([name]) => ({ pointer: `/capabilities/${name}`, message: `for this target a setting is ${setting.form}` })),
    ...Object.values(map.front_matter ?? {}).flatMap((fields) =>
      namesOf(fields)
        .filter((name) => written.includes(name))
        .map((name) => ({ pointer: "/front_matter", message: `render itself writes "${name}"` })),
    ),
  ];
  return problems[0];
}

/** A text of a setting, with the harness's name of an operation for `nexus:task_add`. */
export function namedOperation(text: string, { operations }: HarnessMap): string {
  return text.startsWith("nexus:") ? operations.replaceAll("{name}", text.slice("nexus:".length)) : text;
}
