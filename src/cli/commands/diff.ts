import { resolve } from "node:path";
import { visible } from "../../base/visible-text.js";
import { diffContent, STEPS, stepBetween, type VersionStep } from "../../content/diff/diff-content.js";
import { formatDiff } from "../../content/diff/format-diff.js";
import { loadSide } from "../../content/diff/side.js";
import { defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description:
    "Says what has changed between two versions of the content, by the version policy, and what a harness has to do about it. OLD and NEW are manifests, content folders or installed packages; schemas are compared where both sides bring some.",
  positionals: ["<OLD>", "<NEW>"],
  options: {
    json: { type: "flag", description: "print JSON instead of Markdown" },
    allow: {
      type: "text",
      value: "STEP",
      description: "fail if the changes need a larger step than this; version means the step between the two versions",
      choices: [...STEPS, "version"],
    },
  },
  run({ json, allow }, [old, now], { cwd, stdout }) {
    const [before, after] = [old, now].map((path) => loadSide(resolve(cwd, path), path));
    if (before === undefined || after === undefined) throw new Error("two sides are given");
    const diff = diffContent(before, after);
    stdout(visible(json === true ? `${JSON.stringify(diff, null, 2)}\n` : formatDiff(diff)));
    if (allow === undefined) return 0;
    const allowed = allow === "version" ? stepBetween(diff) : (allow as VersionStep);
    return STEPS.indexOf(diff.step) > STEPS.indexOf(allowed) ? 1 : 0;
  },
});
