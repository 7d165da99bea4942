import type { HarnessMap, MapForm } from "./harness-map.js";
import type { Definition, Source } from "./source.js";

/** A file of a rendering, by its path below the folder of the project, with forward slashes. */
export interface RenderedFile {
  readonly path: string;
  /** Of the file, or of our part of it where it belongs to the user. */
  readonly text: string;
}

/** Something that the content demands and the harness cannot express, or only in a weaker form. */
export interface Loss {
  readonly what: string;
  readonly how: "weakened" | "left out";
  readonly why: string;
}

export interface Rendering {
  readonly files: readonly RenderedFile[];
  readonly losses: readonly Loss[];
}

/** A form in which a harness reads agents and skills. */
export interface Target extends MapForm {
  readonly id: string;
  /** The paths that this target writes, and so may remove. */
  readonly owns: RegExp;
  /** Skills of other targets that this harness reads too, so that its own would be there twice. */
  readonly reads?: RegExp;
  /** The most bytes of a skill that the harness reads. */
  readonly mostSkillBytes?: number;
  agent?(agent: Definition, map: HarnessMap): RenderedFile;
  skill?(skill: Definition, map: HarnessMap): RenderedFile;
  /** Files that list the others. */
  others?(source: Source, map: HarnessMap): readonly RenderedFile[];
  losses(source: Source, map: HarnessMap): readonly Loss[];
  /** The files serve other projects than the one that they are rendered into. */
  readonly isElsewhere?: boolean;
  /** Connects the MCP server and the lifecycle hooks; absent where the form has neither. */
  cycle?(source: Source, map: HarnessMap): Rendering & { readonly next: string };
}

/** A capability with the agents that have it, such as `no_file_edit of architect, designer`; undefined without any. */
function heldBy(capability: string, { agents }: Source): string | undefined {
  const ids = agents.filter(({ capabilities }) => capabilities.includes(capability)).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return `${capability} of ${ids.length === agents.length ? "every agent" : ids.join(", ")}`;
}

/** That editing is denied in a weaker form than the capability asks for. */
export function weakEditing(source: Source, why: string | undefined): readonly Loss[] {
  const what = heldBy("no_file_edit", source);
  return what === undefined || why === undefined ? [] : [{ what, how: "weakened", why }];
}

/** That a harness starts skills by itself which only the user may start. */
export function manualSkills({ skills }: Source): readonly Loss[] {
  const ids = skills.filter(({ isManual }) => isManual).map(({ id }) => id);
  if (ids.length === 0) return [];
  return [
    { what: `the rule that only the user starts ${ids.join(" and ")}`, how: "left out", why: "a skill cannot say it" },
  ];
}

/** A loss of each capability that some agent has and the map does not. */
export function unmapped(source: Source, { capabilities }: HarnessMap, why: string): readonly Loss[] {
  const used = [...new Set(source.agents.flatMap((agent) => agent.capabilities))].sort();
  return used
    .filter((capability) => Object.keys((capabilities[capability] as object | undefined) ?? {}).length === 0)
    .map((capability) => ({
      what: heldBy(capability, source) ?? capability,
      how: "left out",
      why,
    }));
}

/** For targets that have no setting for a capability. */
export const NO_SETTING: MapForm["setting"] = { form: "not possible", accepts: () => false };
