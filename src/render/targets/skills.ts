import { withFrontMatter } from "../form/front-matter.js";
import type { HarnessMap } from "../form/harness-map.js";
import type { Definition } from "../form/source.js";
import { NO_SETTING, type RenderedFile, type Target } from "../form/target.js";
import { starter } from "../maps/plain.js";

/** A skill by the Agent Skills specification, in the folder that several harnesses read. */
export function skillFile({ id, description, text }: Definition, map: HarnessMap): RenderedFile {
  return {
    path: `.agents/skills/${id}/SKILL.md`,
    text: withFrontMatter({ name: id, description, ...map.front_matter.skills }, text),
  };
}

/** The skills alone, for every harness that reads the Agent Skills specification. */
export const skills: Target = {
  id: "skills",
  starter,
  setting: NO_SETTING,
  written: ["name", "description"],
  owns: /^\.agents\/skills\/[\w-]+\/[\w-]+\.md$/u,
  // One of the readers of this folder reads no more.
  mostSkillBytes: 8_000,
  skill: skillFile,
  losses: ({ agents }) =>
    agents.length === 0 ? [] : [{ what: "every agent", how: "left out", why: "this form has skills alone" }],
};
