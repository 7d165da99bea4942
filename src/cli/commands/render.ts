import { resolve } from "node:path";
import { NexusError } from "../../base/errors.js";
import { visibleLines } from "../../base/visible-text.js";
import { HARNESS_PACKAGE } from "../../render/cycle/programs.js";
import type { Loss, Target } from "../../render/form/target.js";
import { partOf } from "../../render/parts/parts.js";
import type { Step } from "../../render/plan.js";
import { render } from "../../render/render.js";
import { PLUGINS, TARGETS } from "../../render/targets.js";
import { contentFolder } from "../common/content-folder.js";
import { defineCommand } from "../frame/command.js";

/** What is said of a file, and of a file of the user's in which only some entries are ours. */
const CHANGES: Readonly<Record<Step["act"], readonly [whole: string, part: string] | undefined>> = {
  create: ["new", "new"],
  update: ["changed", "our entries added or changed"],
  overwrite: ["overwritten, together with what somebody had changed in it", "our entries overwritten"],
  remove: ["removed", "our entries removed"],
  edited: [
    "kept, somebody has edited it (--force overwrites it)",
    "kept, somebody has edited our entries in it (--force overwrites these)",
  ],
  behind: [
    "kept, somebody has edited it, and we would now write another text (--force overwrites it)",
    "kept, somebody has edited our entries in it, and we would now write others (--force overwrites these)",
  ],
  foreign: [
    "kept, render has not written it (--force overwrites it)",
    "kept, it has entries of the same name (--force overwrites these)",
  ],
  taken: ["kept, another target has written it", "kept, another target has written it"],
  same: undefined,
};

/** Files that are not as they are to be, and that only a person can settle. */
const KEPT: readonly Step["act"][] = ["edited", "behind", "foreign", "taken"];

export const command = defineCommand({
  description:
    "Writes the agents and skills of a content folder in the form in which a harness reads them. DIR is a folder with a built manifest; by default the working directory if it holds content, else this package.",
  positionals: ["[DIR]"],
  options: {
    // Of two targets only the last would be checked, and CI would pass over the other.
    target: { type: "text", value: "TARGET", description: "the form", choices: [...TARGETS.keys()], isOnce: true },
    out: { type: "text", value: "DIR", description: "the project that gets the files" },
    as: {
      type: "text",
      value: "FORM",
      description: "for claude: a plugin with a marketplace file, in a folder of its own",
      choices: ["plugin"],
    },
    with: {
      type: "text",
      value: "WHAT",
      description: "cycle connects the MCP server and the hooks, nothing takes them out; later calls keep the choice",
      choices: ["cycle", "nothing"],
    },
    map: { type: "text", value: "FILE", description: "words and settings of your harness, laid over the starter map" },
    check: { type: "flag", description: "write nothing, and fail when something would change" },
    "dry-run": { type: "flag", description: "write nothing, and say what would change" },
    force: {
      type: "flag",
      description: "overwrite files that somebody has edited; without --map also go back to the starter map",
    },
  },
  run(options, [dir], context) {
    const target = targetOf(options.target, options.as);
    if (options.out === undefined)
      throw NexusError.of("NXC_USAGE_MISSING_ARGUMENT", { argument: "--out DIR", program: "nexus-core render" });
    const isDry = options.check === true || options["dry-run"] === true;
    const { steps, losses, missing, next, above, stillNamed, source } = render({
      folder: contentFolder(dir, context),
      out: resolve(context.cwd, options.out),
      target,
      with: options.with as "cycle" | "nothing" | undefined,
      map: options.map === undefined ? undefined : resolve(context.cwd, options.map),
      force: options.force,
      dryRun: isDry,
    });
    const told = steps.flatMap(({ path, act, by }) => {
      const said = CHANGES[act]?.[partOf(path) === undefined ? 0 : 1];
      return said === undefined ? [] : [`${path}: ${said}${by === undefined ? "" : ` (${by})`}`];
    });
    const kept = steps.filter(({ act }) => KEPT.includes(act)).length;
    const changed = told.length - kept;
    const count = [
      `${changed} of ${steps.length} files ${isDry ? "would change" : "changed"}`,
      ...(kept === 0 ? [] : [`${kept} ${kept === 1 ? "was" : "were"} kept`]),
    ].join(", ");
    context.stdout(
      visibleLines([
        ...told,
        `${told.length === 0 ? `All ${steps.length} files are up to date` : count}. The content has version ${source.version}.`,
        ...(above === undefined
          ? []
          : [`${above} holds a rendering of its own. If you meant that folder, name it after --out.`]),
        ...(missing === undefined
          ? []
          : [`Server and hooks need ${missing}, which is not there: npm install --save-dev ${HARNESS_PACKAGE}`]),
        // A call that changes nothing, such as a check in CI, need not repeat the rest.
        ...(changed === 0
          ? []
          : [
              ...lossLines(target.id, losses),
              ...stillNamed.map(({ id, by }) => `${id} is left out, and still named by ${by.join(", ")}.`),
              ...(next === undefined || isDry ? [] : [next]),
            ]),
      ]),
    );
    return kept > 0 || (options.check === true && (told.length > 0 || missing !== undefined)) ? 1 : 0;
  },
});

function lossLines(id: string, losses: readonly Loss[]): readonly string[] {
  if (losses.length === 0) return [];
  return [`What ${id} cannot express:`, ...losses.map(({ what, how, why }) => `- ${how}: ${what}, because ${why}`)];
}

function targetOf(id: string | undefined, as: string | undefined): Target {
  if (id === undefined)
    throw NexusError.of("NXC_USAGE_MISSING_ARGUMENT", { argument: "--target TARGET", program: "nexus-core render" });
  const target = (as === undefined ? TARGETS : PLUGINS).get(id);
  if (target !== undefined) return target;
  throw NexusError.of("NXC_RENDER_AS", { target: id, able: [...PLUGINS.keys()].join(", ") });
}
