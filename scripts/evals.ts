/** `npm run evals`: the situations for the bodies, with a scripted model or a real one. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import fastGlob from "fast-glob";
import { definedOnly } from "../src/base/defined-only.js";
import { packageRoot } from "../src/base/package-root.js";
import { defineCommand } from "../src/cli/frame/command.js";
import { runScript } from "./run-script.js";

const command = defineCommand({
  description: "Runs the situations for the bodies. Filters, retries and reports are those of vitest.",
  positionals: ["[FILTER]"],
  options: {
    model: {
      type: "text",
      value: "MODEL",
      description: "scripted (default, proves the checks), openai:URL (key in OPENAI_API_KEY), or command:PROGRAM",
    },
    "model-name": { type: "text", value: "NAME", description: "the model to ask the server for" },
    rivals: { type: "text", value: "FOLDER", description: "a folder with ID.md, bodies to compare with" },
  },
  async run({ model, rivals, "model-name": name }, [filter]) {
    if (model !== undefined && !/^(?:scripted$|openai:.|command:.)/.test(model))
      throw new Error(`there is no model "${model}": it is scripted, openai:URL or command:PROGRAM`);
    const bodies = fastGlob
      .sync("{agents,skills}/*", { cwd: packageRoot, onlyDirectories: true })
      .map((path) => basename(path));
    if (rivals !== undefined && !bodies.some((id) => existsSync(resolve(rivals, `${id}.md`))))
      throw new Error(`there is no body in ${rivals}: it would be ID.md, such as engineer.md`);
    // Any answer will do: without a server, each conversation would fail on its own.
    if (model?.startsWith("openai:") === true) {
      const url = model.slice("openai:".length);
      await fetch(url).catch(() => {
        throw new Error(`no server answers at ${url}`);
      });
    }
    const folder = mkdtempSync(join(tmpdir(), "evals-"));
    const results = join(folder, "results.jsonl");
    const env = definedOnly({
      EVALS_RESULTS: results,
      EVALS_MODEL: model,
      EVALS_MODEL_NAME: name,
      EVALS_RIVALS: rivals === undefined ? undefined : resolve(rivals),
    });
    const words = ["run", "--project", "evals", ...(filter === undefined ? [] : ["-t", filter])];
    const vitest = resolve(packageRoot, "node_modules/vitest/vitest.mjs");
    const { status } = spawnSync(process.execPath, [vitest, ...words], {
      cwd: packageRoot,
      env: { ...process.env, ...env },
      stdio: "inherit",
    });
    if (existsSync(results)) printTable(readFileSync(results, "utf8"));
    rmSync(folder, { recursive: true });
    return status === 0 ? 0 : 1;
  },
});

await runScript("evals", command);

/** How often a model did well by each text: the compiled body, the ground rules alone, and a rival. */
function printTable(lines: string): void {
  const rows = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly row: string; readonly scores: Readonly<Record<string, string>> })
    .sort((a, b) => a.row.localeCompare(b.row));
  const texts = ["body", "rules", "rival"].filter((text) => rows.some(({ scores }) => scores[text] !== undefined));
  const cells = [["", ...texts], ...rows.map(({ row, scores }) => [row, ...texts.map((text) => scores[text] ?? "-")])];
  process.stdout.write(
    `${cells
      .map((row) =>
        row
          .map((cell) => cell.padEnd(16))
          .join("")
          .trimEnd(),
      )
      .join("\n")}\n`,
  );
}
