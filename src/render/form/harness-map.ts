/** What render has to know of a harness. The content itself knows none. */

import { load } from "js-yaml";
import { authoringCheck } from "../../base/authoring-schemas.js";
import { NexusError } from "../../base/errors.js";
import { parseYaml } from "../../base/located-document.js";
import { readText } from "../../base/read-text.js";

/** The words and settings of one harness, such as a user writes them into a file for `--map`. */
export interface HarnessMap {
  /** By macro the sentence that names the harness's own means. `{skill}` is a parameter, and `[…]` falls away without it. */
  readonly invocations: Readonly<Record<string, string>>;
  /** How the harness calls an operation; `{name}` is its name in the contract. */
  readonly operations: string;
  /** By tier of the vocabulary the model; a tier that is missing leaves the choice to the harness. */
  readonly models: Readonly<Record<string, string>>;
  /** By capability what the harness has to be told, in the form of its own settings. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Added to the front matter of each file. */
  readonly front_matter: { readonly agents?: Fields; readonly skills?: Fields };
  /** A variant of the ground rules, or rules of one's own; an empty text leaves them out. */
  readonly ground_rules?: string;
  /** A report form of one's own; an empty text leaves it out. */
  readonly report_form?: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The starter map of a target with what a file changes in it, member by member.
 * @throws NexusError NXC_RENDER_MAP, NXC_YAML_SYNTAX, or what reading the file throws
 */
export function mapWith(starter: HarnessMap, file: string | undefined, shown = file): HarnessMap {
  if (file === undefined || shown === undefined) return starter;
  const text = readText(file, "map", shown);
  parseYaml(text, shown);
  const given = load(text);
  const [issue] = authoringCheck("harness-map.schema.json")(given);
  if (issue !== undefined)
    throw NexusError.of("NXC_RENDER_MAP", { reason: issue.message }, `${shown}#${issue.pointer}`);
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
