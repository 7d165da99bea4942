import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import matter from "gray-matter";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { packageRoot } from "../base/package-root.js";
import { buildFolder } from "../content/manifest/build.js";
import { contentFolder } from "../testing/content-folder.js";
import { minimalContent } from "../testing/minimal-content.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { LOCK_FILE } from "./lock.js";
import { type RenderOptions, render } from "./render.js";
import { TARGETS } from "./targets.js";

const targetOf = (id: string) => {
  const target = TARGETS.get(id);
  if (target === undefined) throw new Error(id);
  return target;
};

function rendered(id: string, options: Partial<RenderOptions> = {}) {
  const out = options.out ?? temporaryFolder();
  const { steps, losses } = render({ folder: packageRoot, target: targetOf(id), ...options, out });
  const acts = Object.fromEntries(steps.map(({ path, act }) => [path, act]));
  return { out, acts, losses, read: (path: string) => readFileSync(join(out, path), "utf8") };
}

/** Every file below a folder with its text. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );
}

/** A built folder with one agent and one skill, changed as the test needs it. */
function content(files: Parameters<typeof minimalContent>[0] = {}): string {
  const folder = contentFolder(minimalContent(files));
  expect(buildFolder(folder).outcome).not.toBe("invalid");
  return folder;
}

test.each([...TARGETS.keys()])("%s is the same in every run, and a second one changes nothing", (id) => {
  const { out } = rendered(id);
  const first = snapshot(out);
  expect(snapshot(rendered(id).out)).toEqual(first);
  expect(new Set(Object.values(rendered(id, { out }).acts))).toEqual(new Set(["same"]));
  expect(snapshot(out)).toEqual(first);
});

test("claude gets a denied capability as tools, and a skill of the user's alone as such", () => {
  const { read, losses } = rendered("claude");
  const { data, content } = matter(read(".claude/agents/tester.md"));
  expect(data).toMatchObject({ name: "tester", model: "sonnet" });
  expect(data["disallowedTools"]).toBe(
    "Write, Edit, NotebookEdit, mcp__nexus__task_add, mcp__nexus__task_update, mcp__nexus__task_close",
  );
  expect(content).toContain("## Role");
  expect(matter(read(".claude/skills/nx-init/SKILL.md")).data["disable-model-invocation"]).toBe(true);
  expect(read(".claude/skills/nx-run/SKILL.md")).toContain(
    "Call the Skill tool with the skill `nx-plan` and the argument `auto`.",
  );
  expect(read(".claude/skills/nx-sync/SKILL.md")).toContain(
    "Call the Task tool with the `subagent_type` `writer` and this prompt. Fill in",
  );
  expect(losses).toMatchObject([{ how: "weakened", what: expect.stringContaining("no_file_edit of architect") }]);
});

test("codex gets TOML with the body word for word, and a sandbox", () => {
  const { read } = rendered("codex");
  const agent = parse(read(".codex/agents/postdoc.toml"));
  expect(Object.keys(agent).sort()).toEqual(["description", "developer_instructions", "name", "sandbox_mode"]);
  expect(agent["developer_instructions"]).toContain("`mcp__nexus__artifact_write`");
  const quotes = content({
    "agents/helper/body.md": "## Role\n\nYou write ''' and \"\"\" and \\ where they are due.\n",
  });
  const { developer_instructions: text } = parse(
    rendered("codex", { folder: quotes }).read(".codex/agents/helper.toml"),
  );
  expect(text).toContain("You write ''' and \"\"\" and \\ where they are due.");
});

test("a skill that codex would cut is in two files that hold all of it", () => {
  const { read, acts } = rendered("codex");
  const first = read(".agents/skills/nx-plan/SKILL.md");
  expect(Buffer.byteLength(first)).toBeLessThanOrEqual(8_000);
  expect(first).toMatch(/Read that file now, before you act\.\n$/);
  const whole = rendered("codex", { target: { ...targetOf("codex"), mostSkillBytes: 100_000 } });
  const [body = ""] = first.split("## The rest");
  expect(body + read(".agents/skills/nx-plan/more.md")).toBe(whole.read(".agents/skills/nx-plan/SKILL.md"));
  expect(acts[".agents/skills/nx-setup/more.md"]).toBeUndefined();
});

test("opencode gets permissions and no name, and no skills beside those of another target", () => {
  const { out, read } = rendered("opencode");
  expect(matter(read(".opencode/agents/architect.md")).data).toEqual({
    description: expect.any(String),
    mode: "subagent",
    permission: { edit: "deny", nexus_task_add: "deny", nexus_task_update: "deny", nexus_task_close: "deny" },
  });
  rendered("claude", { out });
  const { acts, losses } = rendered("opencode", { out });
  expect(acts[".opencode/skills/nx-run/SKILL.md"]).toBe("remove");
  expect(existsSync(join(out, ".opencode/skills"))).toBe(false);
  expect(losses).toContainEqual(expect.objectContaining({ why: "it reads those of the target claude" }));
});

test("agents-md keeps what the user has written around its block", () => {
  const out = temporaryFolder();
  writeFiles(out, { "AGENTS.md": "# Ours\n\nNever touch the till.\n" });
  const { read } = rendered("agents-md", { out });
  const text = read("AGENTS.md");
  expect(text).toMatch(/^# Ours\n\nNever touch the till\.\n\n<!-- nexus-core:START -->\n## Roles and procedures\n/);
  writeFileSync(join(out, "AGENTS.md"), `${text}\nMore of ours.\n`);
  expect(rendered("agents-md", { out }).acts["AGENTS.md"]).toBe("same");
  writeFileSync(join(out, "AGENTS.md"), text.replace("Roles and procedures", "Our roles"));
  expect(rendered("agents-md", { out }).acts["AGENTS.md"]).toBe("edited");
  writeFileSync(join(out, "AGENTS.md"), text.replace("<!-- nexus-core:END -->", ""));
  expect(() => rendered("agents-md", { out })).toThrow(/markers/);
});

test("a file that a person has edited or made is kept, and written over by force alone", () => {
  const out = temporaryFolder();
  const [edited, foreign] = [".claude/agents/tester.md", ".claude/agents/writer.md"];
  writeFiles(out, { [foreign]: "mine" });
  expect(rendered("claude", { out }).acts[foreign]).toBe("foreign");
  writeFileSync(join(out, edited), "changed by hand");
  for (const dryRun of [true, false]) {
    const { acts, read } = rendered("claude", { out, dryRun });
    expect([acts[edited], acts[foreign], read(edited), read(foreign)]).toEqual([
      "edited",
      "foreign",
      "changed by hand",
      "mine",
    ]);
  }
  const forced = rendered("claude", { out, force: true });
  expect([forced.acts[edited], forced.acts[foreign]]).toEqual(["overwrite", "overwrite"]);
  expect(new Set(Object.values(rendered("claude", { out }).acts))).toEqual(new Set(["same"]));
});

test("what the content has lost goes, unless somebody has edited it", () => {
  const out = temporaryFolder();
  const second = (id: string) => ({
    [`agents/${id}/meta.yml`]: minimalContent().texts.get("agents/helper/meta.yml")?.replaceAll("helper", id) ?? "",
    [`agents/${id}/body.md`]: "## Role\n\nYou help once more.\n",
  });
  rendered("claude", { out, folder: content({ ...second("other"), ...second("third") }) });
  writeFileSync(join(out, ".claude/agents/third.md"), "changed by hand");
  const { acts } = rendered("claude", { out, folder: content() });
  expect(acts).toEqual({
    ".claude/agents/helper.md": "same",
    ".claude/agents/other.md": "remove",
    ".claude/agents/third.md": "edited",
    ".claude/skills/greet/SKILL.md": "same",
    [LOCK_FILE]: "update",
  });
  expect(readdirSync(join(out, ".claude/agents")).sort()).toEqual(["helper.md", "third.md"]);
});

test("a dry run writes nothing", () => {
  const { out, acts } = rendered("claude", { dryRun: true });
  expect(acts[".claude/agents/tester.md"]).toBe("create");
  expect(readdirSync(out)).toEqual([]);
});

test("a link in a cloned project leads nowhere, whatever it is in place of", () => {
  const outside = temporaryFolder();
  writeFiles(outside, { "agents/tester.md": "theirs", "lock.json": "{}" });
  for (const place of [".claude", ".claude/agents", ".claude/agents/tester.md", LOCK_FILE]) {
    const out = temporaryFolder();
    mkdirSync(join(out, place, ".."), { recursive: true });
    symlinkSync(place === LOCK_FILE ? join(outside, "lock.json") : outside, join(out, place));
    expect(() => rendered("claude", { out })).toThrow(/links are not followed/);
  }
  expect(snapshot(outside)).toEqual({ "agents/tester.md": "theirs", "lock.json": "{}" });
});

test("a lock in a cloned project removes nothing that the target does not write", () => {
  const out = temporaryFolder();
  const hash = "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
  writeFiles(out, {
    "project/README.md": "foo",
    "secret.md": "foo",
    [`project/${LOCK_FILE}`]: {
      form: 1,
      targets: {
        claude: {
          version: "1",
          content_hash: hash,
          files: { "README.md": hash, "../secret.md": hash, ".claude/agents/../../README.md": hash },
        },
      },
    },
  });
  rendered("claude", { out: join(out, "project") });
  expect([readFileSync(join(out, "secret.md"), "utf8"), readFileSync(join(out, "project/README.md"), "utf8")]).toEqual([
    "foo",
    "foo",
  ]);
  writeFileSync(join(out, "project", LOCK_FILE), "[]");
  expect(() => rendered("claude", { out: join(out, "project") })).toThrow(/not written by nexus-core render/);
});

test("a map changes words, models and settings, member by member", () => {
  const map = join(temporaryFolder(), "map.yml");
  writeFileSync(
    map,
    "operations: nx_{name}\nmodels: { high: best }\nground_rules: \"\"\nfront_matter: { agents: { color: blue } }\ninvocations: { skill_activation: 'Enter {skill}[, {mode}].' }\n",
  );
  const { out, read } = rendered("claude", { map });
  expect(matter(read(".claude/agents/architect.md")).data).toMatchObject({
    model: "best",
    color: "blue",
    disallowedTools: expect.stringMatching(/^Write/),
  });
  const skill = read(".claude/skills/nx-run/SKILL.md");
  expect(skill).toContain("Call `nx_task_list`");
  expect(skill).toContain("Enter nx-plan, auto.");
  expect(skill).toContain("Enter nx-sync.");
  expect(skill).not.toContain("## Ground rules");
  expect(matter(read(".claude/agents/writer.md")).data["disallowedTools"]).toBe(
    "nx_task_add, nx_task_update, nx_task_close",
  );
  expect(() => rendered("claude", { out })).toThrow(
    /^the target claude was rendered with a map, and this call names none/,
  );
  expect(rendered("claude", { out, force: true }).acts[".claude/agents/writer.md"]).toBe("update");
});

test("rules of a map that are a variant are for agents, since Lead carries out the skills", () => {
  const map = join(temporaryFolder(), "map.yml");
  writeFileSync(map, "ground_rules: standalone\n");
  const [before, after] = [rendered("claude"), rendered("claude", { map })];
  const [agent, skill] = [".claude/agents/tester.md", ".claude/skills/nx-plan/SKILL.md"];
  expect(after.read(agent)).not.toBe(before.read(agent));
  expect(after.read(skill)).toBe(before.read(skill));
});

test("an edited file tells whether we would now write another text", () => {
  const map = join(temporaryFolder(), "map.yml");
  writeFileSync(map, "models: { standard: haiku }\n");
  const { out } = rendered("claude");
  writeFiles(out, { ".claude/agents/tester.md": "mine" });
  expect(rendered("claude", { out }).acts[".claude/agents/tester.md"]).toBe("edited");
  expect(rendered("claude", { out, map }).acts[".claude/agents/tester.md"]).toBe("behind");
});

test("line ends of Windows change nothing", () => {
  const { out } = rendered("claude");
  for (const [path, text] of Object.entries(snapshot(out))) writeFiles(out, { [path]: text.replaceAll("\n", "\r\n") });
  expect(new Set(Object.values(rendered("claude", { out }).acts))).toEqual(new Set(["same"]));
});

test("what a target would cut is an error with its place, and nothing is written", () => {
  const long = content({
    "agents/helper/meta.yml":
      minimalContent()
        .texts.get("agents/helper/meta.yml")
        ?.replace(/description: .*/, `description: ${"long ".repeat(210)}`) ?? "",
  });
  const out = temporaryFolder();
  expect(() => rendered("claude", { out, folder: long })).toThrow(/^the description is longer than the 1024/);
  expect(readdirSync(out)).toEqual([]);
  const wide = content({ "skills/greet/body.md": `## Role\n\n${"word ".repeat(2000)}\n` });
  expect(() => rendered("codex", { out, folder: wide })).toThrow(/^the first section is longer/);
  rmSync(wide, { recursive: true });
});

test("a body that was changed behind its manifest is not rendered", () => {
  const folder = content();
  writeFiles(folder, { "agents/helper/body.md": "## Role\n\nYou do something else.\n" });
  expect(() => rendered("claude", { folder })).toThrow(/^this body is not the one that manifest\.json was built from/);
});

test.each([
  ["claude", "operation: nx", 'unknown property "operation". Did you mean "operations"?'],
  ["claude", "models: { hihg: best }", 'there is no "hihg". Did you mean "high"?'],
  ["claude", "without: [testre]", 'there is no "testre". Did you mean "tester"?'],
  ["claude", "capabilities: { no_file_edti: [Bash] }", 'there is no "no_file_edti"'],
  ["claude", "capabilities: { no_file_edit: { edit: deny } }", "for this target a setting is a list of tools"],
  ["codex", "capabilities: { no_file_edit: [Write] }", "for this target a setting is members of the agent's file"],
  ["opencode", "capabilities: { no_file_edit: [Write] }", "for this target a setting is permissions"],
  ["claude", "invocations: { skill_activation: 'Start {skil}.' }", 'there is no "skil"'],
  ["claude", "ground_rules: standalon", 'there is no "standalon". Did you mean "standalone"?'],
  ["claude", "front_matter: { agents: { name: evil } }", 'render itself writes "name"'],
])("for %s the map %s is refused", (id, yaml, said) => {
  const map = join(temporaryFolder(), "map.yml");
  writeFileSync(map, yaml);
  expect(() => rendered(id, { map })).toThrow(said);
});

test("an empty map changes nothing, and one can leave out what the project has of its own", () => {
  const map = join(temporaryFolder(), "map.yml");
  const out = temporaryFolder();
  writeFiles(out, { ".claude/agents/tester.md": "mine" });
  writeFileSync(map, "");
  expect(rendered("claude", { out, map }).acts[".claude/agents/tester.md"]).toBe("foreign");
  writeFileSync(map, "without: [tester]\n");
  expect(rendered("claude", { out, map }).acts[".claude/agents/tester.md"]).toBeUndefined();
  expect(new Set(Object.values(rendered("claude", { out, map }).acts))).toEqual(new Set(["same"]));
});

test("the losses are those of what was written", () => {
  const map = join(temporaryFolder(), "map.yml");
  const lossOf = (capabilities: string) => {
    writeFileSync(map, `capabilities: { no_file_edit: ${capabilities} }\n`);
    return rendered("claude", { map }).losses.map(({ how }) => how);
  };
  expect([lossOf("[Write, Bash]"), lossOf("[Write]"), lossOf("[]")]).toEqual([[], ["weakened"], ["left out"]]);
});

test("a target says when another one has to be rendered again", () => {
  const { out } = rendered("opencode");
  expect(rendered("claude", { out }).losses).toContainEqual(
    expect.objectContaining({ why: "it reads these too: render the target opencode again" }),
  );
});

test("content of the project is not replaced by the shipped one because its folder was not named", () => {
  const out = content();
  rendered("claude", { out, folder: out });
  rmSync(join(out, "skills"), { recursive: true });
  expect(() => rendered("claude", { out })).toThrow(/^claude was rendered from the folder \./);
  expect(existsSync(join(out, ".claude/agents/helper.md"))).toBe(true);
  expect(rendered("claude", { out, force: true }).acts[".claude/agents/helper.md"]).toBe("remove");
});

test("a folder that is not there is no project", () => {
  expect(() => rendered("claude", { out: join(temporaryFolder(), "nowhere") })).toThrow(/^there is no such folder/);
  const out = join(temporaryFolder(), ".claude");
  mkdirSync(out);
  expect(() => rendered("claude", { out })).toThrow(/^this folder belongs to the tool/);
});
