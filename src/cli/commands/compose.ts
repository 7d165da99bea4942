import { estimateTokenCount } from "tokenx";
import { NexusError } from "../../base/errors.js";
import { visible, visibleLines } from "../../base/visible-text.js";
import { loadManifest } from "../../content/manifest/load-manifest.js";
import { composeParts } from "../../toolkit/compose-body.js";
import { contentFolder } from "../common/content-folder.js";
import { defineCommand } from "../frame/command.js";
import { noChoice } from "../frame/usage-error.js";

const NONE = "none";

export const command = defineCommand({
  description:
    "Prints the compiled body of an agent or skill: the body with its macros in plain English, the ground rules and the report form. DIR is a folder with a built manifest; by default the working directory if it holds content, else this package.",
  positionals: ["<ID>", "[DIR]"],
  options: {
    rules: {
      type: "text",
      value: "VARIANT",
      description: "the variant of the ground rules, or none; nexus for agents and lead for skills by default",
      choices: ["nexus", "lead", "standalone", NONE],
      isOpen: true,
    },
    "no-report": { type: "flag", description: "leave the report form out" },
    parts: { type: "flag", description: "print the estimated tokens of each part instead of the text" },
  },
  run(options, [id, dir], context) {
    const folder = contentFolder(dir, context);
    const { rules } = options;
    const variants = [...loadManifest(folder).vocabulary.ground_rules.map((each) => each.id), NONE];
    if (rules !== undefined && !variants.includes(rules)) {
      const problem = noChoice(rules, variants);
      throw NexusError.of("NXC_USAGE_FLAG_VALUE", { flag: "--rules", problem, expected: "--rules VARIANT" });
    }
    const { text, craft, groundRules, reportForm } = composeParts(id, {
      folder,
      ...(rules === undefined ? {} : { groundRules: rules === NONE ? "" : rules }),
      ...(options["no-report"] === true ? { reportForm: "" } : {}),
    });
    if (options.parts !== true) {
      context.stdout(visible(text));
      return 0;
    }
    const parts = { craft, "ground rules": groundRules, "report form": reportForm, all: text };
    const rows = Object.entries(parts).map(([name, part]) => {
      const tokens = estimateTokenCount(part);
      const share = Math.round((100 * tokens) / estimateTokenCount(text));
      return `${name.padEnd(12)}  ${String(tokens).padStart(5)}  ${String(share).padStart(3)} %`;
    });
    context.stdout(visibleLines([...rows, "Tokens are estimated."]));
    return 0;
  },
});
