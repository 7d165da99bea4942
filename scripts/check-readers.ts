/** `npm run check:readers`: do the real tools list what render has written, and work a whole cycle with it? */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packageRoot } from "../src/base/package-root.js";
import { defineCommand } from "../src/cli/frame/command.js";
import { loadManifest } from "../src/content/manifest/load-manifest.js";
import { render } from "../src/render/render.js";
import { installTools } from "./readers/install-tools.js";
import { playCycle } from "./readers/play-cycle.js";
import type { Reader } from "./readers/reader.js";
import { READERS } from "./readers/readers.js";
import { runTool } from "./readers/run-tool.js";
import { storePayloads } from "./readers/store-payloads.js";
import { startStubModel } from "./readers/stub-model.js";
import { runScript } from "./run-script.js";

const command = defineCommand({
  description:
    "Renders into projects, asks the real tools what they read, and lets a scripted model work a whole cycle through each of them. Installs about a gigabyte.",
  positionals: [],
  options: {
    tools: {
      type: "text",
      value: "DIR",
      description: "a folder in which the tools are installed already, or get installed",
    },
    record: { type: "flag", description: "keep what the hooks have received as fixtures of the fast lane" },
  },
  async run({ tools: given, record = false }) {
    const root = mkdtempSync(join(tmpdir(), "readers-"));
    const tools = given === undefined ? join(root, "tools") : resolve(given);
    installTools(
      tools,
      READERS.flatMap((reader) => [`${reader.package}@${reader.version}`, ...(reader.others ?? [])]),
    );
    let isWhole = true;
    for (const reader of READERS) {
      const { version } = JSON.parse(
        readFileSync(join(tools, "node_modules", reader.package, "package.json"), "utf8"),
      ) as { version: string };
      process.stdout.write(`${reader.id} (${reader.package} ${version})\n`);
      const tell = (isThere: boolean, text: string) => {
        isWhole &&= isThere;
        process.stdout.write(`  ${isThere ? "yes" : "NO "}  ${text}\n`);
      };
      await list(reader, placeIn(root, reader.target.id, "list"), tools, tell);
      const { findings, payloads, printed } = await playCycle(reader, {
        ...placeIn(root, reader.target.id, "cycle"),
        tools,
      });
      for (const [finding, isThere] of Object.entries(findings)) tell(isThere, finding);
      if (Object.values(findings).includes(false)) process.stdout.write(`${printed.trim().slice(-2_000)}\n`);
      if (record && reader.folder === undefined) storePayloads(reader.target.id, payloads, root);
    }
    rmSync(root, { recursive: true, force: true });
    return isWhole ? 0 : 1;
  },
});

await runScript("check:readers", command);

/** An empty project and an empty home. */
function placeIn(root: string, target: string, purpose: string): { readonly project: string; readonly home: string } {
  const [project, home] = ["project", "home"].map((name) => join(root, `${target}-${purpose}`, name)) as [
    string,
    string,
  ];
  for (const each of [project, home]) mkdirSync(each, { recursive: true });
  execFileSync("git", ["init", "--quiet"], { cwd: project });
  return { project, home };
}

/** Each agent and skill is listed once: a tool that lists one twice has read it in two places. */
async function list(
  { target, folder = ".", listing, prepare }: Reader,
  { project, home }: ReturnType<typeof placeIn>,
  tools: string,
  tell: (isThere: boolean, text: string) => void,
): Promise<void> {
  mkdirSync(join(project, folder), { recursive: true });
  render({ folder: packageRoot, out: join(project, folder), target });
  const model = await startStubModel(() => ({ text: "Done." }));
  prepare?.({ home, project, tools, url: model.url });
  const env = { HOME: home, ...listing.env(model.url) };
  const first = await runTool(tools, listing.command, project, env);
  const second =
    listing.skillsCommand === undefined ? first : await runTool(tools, listing.skillsCommand, project, env);
  await model.close();
  const count = (what: string, ids: readonly { readonly id: string }[], names: readonly string[]) => {
    const found = ids.filter(({ id }) => names.filter((name) => name === id).length === 1).length;
    tell(found === ids.length, `${found} of ${ids.length} ${what} listed`);
  };
  const manifest = loadManifest(packageRoot);
  count("agents", manifest.agents, listing.agents(first.stdout));
  count("skills", manifest.skills, listing.skills(second.stdout));
}
