import { resolve } from "node:path";
import { visibleLines } from "../../base/visible-text.js";
import { formatFindings } from "../../content/findings/format-findings.js";
import { buildFolder, summarizeBuild } from "../../content/manifest/build.js";
import { defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description: "Validates a content folder and compiles its manifest.json.",
  positionals: ["[DIR]"],
  options: {
    check: { type: "flag", description: "write nothing, and name what would change" },
  },
  run(options, [dir], context) {
    // This command writes, so it never falls back to the installed package.
    const result = buildFolder(resolve(context.cwd, dir ?? "."), options);
    context.stderr(formatFindings(result.findings, "text"));
    if (result.outcome === "invalid") throw result.error;
    const isStale = result.outcome === "outdated" && options.check === true;
    const drift = isStale ? result.drift.map(({ text }) => text) : [];
    context.stdout(visibleLines([...drift, summarizeBuild(result, options)]));
    return isStale ? 1 : 0;
  },
});
