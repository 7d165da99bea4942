/** `npm run check:readers`: do the real tools list what render has written for them? */

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { stringify } from "smol-toml";
import { packageRoot } from "../src/base/package-root.js";
import { defineCommand } from "../src/cli/frame/command.js";
import { loadManifest } from "../src/content/manifest/load-manifest.js";
import { render } from "../src/render/render.js";
import { TARGETS } from "../src/render/targets.js";
import { runScript } from "./run-script.js";

/** A harness that reads what render writes. */
interface Reader {
  readonly target: string;
  /** In the npm registry, with the version that was tried last. */
  readonly package: string;
  readonly version: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it needs in the home folder before it reads a project. */
  prepare?(home: string, project: string): void;
  /** The names in what it prints. */
  agents(printed: string): readonly string[];
  skills(printed: string): readonly string[];
  /** A second command that lists the skills, where the first one does not. */
  readonly skillsCommand?: readonly string[];
}

const between = (text: string, start: string, end: string) => text.split(start)[1]?.split(end)[0] ?? "";

const READERS: readonly Reader[] = [
  {
    target: "claude",
    package: "@anthropic-ai/claude-code",
    version: "2.1.330",
    command: ["claude", "-p", "hi", "--output-format", "stream-json", "--verbose"],
    // It prints what it has read before it asks a model, and there is none at this port.
    env: {
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
    agents: (printed) => (JSON.parse(printed.split("\n", 1)[0] ?? "") as { agents: string[] }).agents,
    skills: (printed) => (JSON.parse(printed.split("\n", 1)[0] ?? "") as { skills: string[] }).skills,
  },
  {
    target: "codex",
    package: "@openai/codex",
    version: "0.169.0",
    command: ["codex", "debug", "prompt-input", "hi"],
    prepare: (home, project) => {
      mkdirSync(join(home, ".codex"), { recursive: true });
      const trusted = { projects: { [project]: { trust_level: "trusted" } } };
      writeFileSync(join(home, ".codex/config.toml"), stringify(trusted));
    },
    agents: (printed) =>
      [...between(printed, "Available roles:", '",').matchAll(/\\n([\w-]+): \{/g)].map(([, name = ""]) => name),
    skills: (printed) => [...printed.matchAll(/\\n- ([\w-]+): (?:(?!\\n).)*SKILL\.md/g)].map(([, name = ""]) => name),
  },
  {
    target: "opencode",
    package: "opencode-ai",
    version: "1.18.33",
    command: ["opencode", "agent", "list"],
    skillsCommand: ["opencode", "debug", "skill"],
    // Without plugins it does not wait for a network.
    env: { OPENCODE_PURE: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" },
    agents: (printed) => [...printed.matchAll(/^([\w-]+) \(/gm)].map(([, name = ""]) => name),
    skills: (printed) => (JSON.parse(printed) as { name: string }[]).map(({ name }) => name),
  },
];

async function printed(
  bin: string,
  [name = "", ...words]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
) {
  const child = spawn(join(bin, name), words, {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 60_000,
  });
  return await textOf(child.stdout);
}

const command = defineCommand({
  description: "Renders into an empty project and asks the real tools what they read. Installs about a gigabyte.",
  positionals: [],
  options: {
    tools: {
      type: "text",
      value: "DIR",
      description: "a folder in which the tools are installed already, or get installed",
    },
  },
  async run({ tools }) {
    const root = mkdtempSync(join(tmpdir(), "readers-"));
    const folder = tools === undefined ? join(root, "tools") : resolve(tools);
    mkdirSync(folder, { recursive: true });
    const missing = READERS.filter((reader) => !existsSync(join(folder, "node_modules", reader.package)));
    if (missing.length > 0) {
      if (!existsSync(join(folder, "package.json")))
        writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
      const packages = missing.map((reader) => `${reader.package}@${reader.version}`);
      execFileSync("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder, stdio: "inherit" });
    }
    const manifest = loadManifest(packageRoot);
    let isWhole = true;
    process.stdout.write("tool                       version    agents   skills\n");
    for (const reader of READERS) {
      const target = TARGETS.get(reader.target);
      if (target === undefined) throw new Error(`there is no target ${reader.target}`);
      const [project, home] = [join(root, reader.target), join(root, `${reader.target}-home`)];
      for (const each of [project, home]) mkdirSync(each);
      execFileSync("git", ["init", "--quiet"], { cwd: project });
      render({ folder: packageRoot, out: project, target });
      reader.prepare?.(home, project);
      const bin = join(folder, "node_modules/.bin");
      const env = { HOME: home, ...reader.env };
      const first = await printed(bin, reader.command, project, env);
      const second =
        reader.skillsCommand === undefined ? first : await printed(bin, reader.skillsCommand, project, env);
      const count = (ids: readonly { readonly id: string }[], names: readonly string[]) => {
        // Each of them once: a harness that lists one twice has read it in two places.
        const found = ids.filter(({ id }) => names.filter((name) => name === id).length === 1).length;
        isWhole &&= found === ids.length;
        return `${found} of ${ids.length}`;
      };
      const { version } = JSON.parse(
        readFileSync(join(folder, "node_modules", reader.package, "package.json"), "utf8"),
      ) as { version: string };
      const row = [
        reader.package.padEnd(26),
        version.padEnd(10),
        count(manifest.agents, reader.agents(first)).padEnd(8),
      ];
      process.stdout.write(`${row.join(" ")} ${count(manifest.skills, reader.skills(second))}\n`);
    }
    rmSync(root, { recursive: true, force: true });
    return isWhole ? 0 : 1;
  },
});

await runScript("check:readers", command);
