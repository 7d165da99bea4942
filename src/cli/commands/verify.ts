import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { NexusError } from "../../base/errors.js";
import { packageRoot } from "../../base/package-root.js";
import { visibleLines } from "../../base/visible-text.js";
import { rootOfPaths } from "../../content/findings/finding-place.js";
import {
  countFindings,
  FINDING_FORMATS,
  type FindingFormat,
  formatFindings,
} from "../../content/findings/format-findings.js";
import { loadManifest, MANIFEST_FILE } from "../../content/manifest/load-manifest.js";
import { verifyFiles } from "../../content/manifest/verify-files.js";
import { defineCommand } from "../frame/command.js";

export const command = defineCommand({
  description:
    "Compares the files of an installed copy with the hashes in its manifest. Finds accidents, but not an attacker who changed the manifest too.",
  positionals: ["[DIR]"],
  options: {
    format: { type: "text", value: "FORM", description: "how to print findings", choices: [...FINDING_FORMATS] },
  },
  run(options, [dir], { cwd, env, stdout }) {
    const here = existsSync(join(cwd, MANIFEST_FILE)) && existsSync(join(cwd, "agents")) ? cwd : packageRoot;
    const folder = dir === undefined ? here : resolve(cwd, dir);
    if (!existsSync(folder)) throw NexusError.of("NXC_FILE_NOT_FOUND", { kind: "folder" }, dir);
    const findings = verifyFiles(folder);
    const format = (options.format ?? "text") as FindingFormat;
    stdout(formatFindings(findings, format, { base: { folder, root: rootOfPaths(cwd, env) } }));
    if (format === "text") {
      const { files, content_hash } = loadManifest(folder);
      const proved = `${Object.keys(files).length} files are the ones of the manifest, content ${content_hash}`;
      stdout(visibleLines([findings.length === 0 ? proved : `${countFindings(findings)} in ${folder}`]));
    }
    return findings.length === 0 ? 0 : 1;
  },
});
