/** Writes the pages that consist of tables into `site/pages`, from where `npm run docs` takes them into the site. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExitCode } from "../src/base/errors.js";
import { packageRoot } from "../src/base/package-root.js";
import { defineCommand } from "../src/cli/frame/command.js";
import { runScript } from "./run-script.js";
import { writeTypes } from "./types/generated-types.js";

const command = defineCommand({
  description: "Writes the pages that consist of tables into site/pages.",
  positionals: [],
  options: {},
  async run(): Promise<ExitCode> {
    await writeTypes();
    // Its rules load a register.
    const { sitePages } = await import("./site-pages.js");
    const folder = join(packageRoot, "site/pages");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of await sitePages()) writeFileSync(join(folder, name), text);
    return 0;
  },
});

await runScript("docs", command);
