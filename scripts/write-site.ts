/** Writes the pages of the site into `site/pages`, where VitePress finds them, and their titles into `site/pages.json`. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ExitCode } from "../src/base/errors.js";
import { packageRoot } from "../src/base/package-root.js";
import { defineCommand } from "../src/cli/frame/command.js";
import { runScript } from "./run-script.js";
import type { SitePage } from "./site/page.js";
import { writeTypes } from "./types/generated-types.js";

const command = defineCommand({
  description: "Writes the pages of the site into site/pages.",
  positionals: [],
  options: {},
  async run(): Promise<ExitCode> {
    await writeTypes();
    // Its rules load a register.
    const { sitePages } = await import("./site/site-pages.js");
    const { comparisonPage } = await import("./site/comparison-page.js");
    const { titleOf } = await import("./site/title-of.js");
    const { sidebar } = await import("../docs/.vitepress/navigation.js");
    const folder = join(packageRoot, "site/pages");
    rmSync(folder, { recursive: true, force: true });
    const written = [...(await sitePages())];
    const titled = (entries: readonly (readonly [string, SitePage])[]) =>
      Object.fromEntries(entries.map(([path, { text, source }]) => [path, { title: titleOf(text), source }]));
    // A page without a door is an error of its own, and what follows takes minutes.
    const made = { "comparison.md": { title: "", source: "" }, "api/index.md": { title: "", source: "" } };
    sidebar({ ...titled(written), ...made });
    const comparison = { text: await comparisonPage(), source: "docs/comparison.md" };
    const pages = [...written, ["comparison.md", comparison] as const];
    for (const [path, { text }] of pages) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(packageRoot, "site/pages.json"), JSON.stringify(titled(pages)));
    return 0;
  },
});

await runScript("docs", command);
