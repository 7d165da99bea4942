import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { counterContract } from "../conformance/testing/counter-contract.js";
import { agentBody, skillBody } from "../content/rules/example-bodies.js";
import { contentFolder } from "../testing/content-folder.js";
import { minimalContent } from "../testing/minimal-content.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program } from "./nexus-core.js";
import { runHere } from "./testing/run-here.js";

function nexusCore(cwd: string, ...words: string[]) {
  return runHere(program, words, cwd);
}

/** A built content folder with these files added or replaced. */
async function built(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = contentFolder(minimalContent());
  expect((await nexusCore(folder, "build")).code).toBe(0);
  writeFiles(folder, files);
  return folder;
}

test("a user's content folder can be validated, built and verified", async () => {
  const folder = contentFolder(minimalContent());
  const validated = await nexusCore(folder, "validate");
  expect({ ...validated, stdout: validated.stdout.split("\n").slice(-4) }).toEqual({
    code: 0,
    stdout: [
      expect.stringMatching(/^all 2 +\d+$/),
      expect.stringMatching(/^Tokens are estimated/),
      `no findings in ${folder}`,
      "",
    ],
    stderr: "",
  });
  const { code, stdout } = await nexusCore("/", "build", folder);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^manifest\.json written: 1 agent, 1 skill, 13 files, content sha256:[0-9a-f]{64}\n$/);
  expect(await nexusCore(folder, "build", "--check")).toEqual({
    code: 0,
    stdout: "manifest.json is up to date\n",
    stderr: "",
  });
  expect((await nexusCore(folder, "verify")).stdout).toMatch(/^13 files are the ones of the manifest, content sha256:/);
});

test("every command reports one changed letter in a body, and writes nothing", async () => {
  const folder = await built({ "agents/helper/body.md": agentBody("You helb.") });
  const before = readFileSync(join(folder, "manifest.json"), "utf8");
  const outcomes = await Promise.all([
    nexusCore(folder, "build", "--check"),
    nexusCore(folder, "verify"),
    nexusCore(folder, "validate"),
  ]);
  for (const { code, stdout } of outcomes) {
    expect(code).toBe(1);
    expect(stdout).toContain("agents/helper/body.md");
  }
  expect(readFileSync(join(folder, "manifest.json"), "utf8")).toBe(before);
});

test("all findings of all files are reported at once with their places, and build then writes nothing", async () => {
  const folder = await built({
    "agents/helper/meta.yml": "id: helper\nname: [\n",
    "agents/lost/body.md": agentBody("Nobody knows who I am."),
    "agents/mute/meta.yml":
      "id: mute\nname: mute\ndescription: Says nothing when asked.\ncategory: doo\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: []\n",
    "skills/greet/body.md": skillBody("Greet with {{skill_activation skill=great}}."),
    "vocabulary/notes.txt": "stray\n",
  });
  const { code, stdout } = await nexusCore(folder, "validate");
  expect(code).toBe(1);
  const lines = stdout.trimEnd().split("\n");
  const table = lines.findIndex((line) => line.startsWith("body "));
  expect([...lines.slice(0, table), ...lines.slice(-1)].map((line) => line.split("  ").slice(0, 2))).toEqual([
    ["agents/helper/meta.yml:3", "yaml/syntax"],
    ["agents/lost/meta.yml", "layout/missing-meta"],
    ["agents/mute/body.md", "layout/missing-body"],
    ["agents/mute/meta.yml:4", "schema/agent"],
    ["skills/greet/body.md:5", "macro/unknown-skill"],
    ["vocabulary/notes.txt", "layout/stray-file"],
    [`6 errors in ${folder}`],
  ]);

  const manifest = statSync(join(folder, "manifest.json"));
  const build = await nexusCore(folder, "build");
  expect(build.code).toBe(1);
  expect(build.stderr).toContain("NXC_CONTENT_INVALID  the content has 6 errors, so no manifest was written.");
  expect(statSync(join(folder, "manifest.json")).mtimeMs).toBe(manifest.mtimeMs);
});

test("a typo in a fixture and a requirement without a case are findings", async () => {
  const folder = await built();
  const contract = counterContract();
  const text = readFileSync(join(contract, "contract.yml"), "utf8").replace(
    "requirements:",
    "requirements:\n  - { id: counter.add.fast, level: MUST, profile: small, text: Adding takes no longer than needed. }",
  );
  writeFiles(folder, {
    "conformance/contract.yml": text,
    "conformance/tool-schemas/total.json": readFileSync(join(contract, "tool-schemas/total.json"), "utf8"),
    "conformance/state-schemas/counter.json": readFileSync(join(contract, "state-schemas/counter.json"), "utf8"),
    "conformance/tools/counter.json": readFileSync(join(contract, "tools/counter.json"), "utf8").replace(
      '"test_id": "add_twice",',
      '"test_id": "add_twice", "verfies": [],',
    ),
  });
  const { code, stdout } = await nexusCore(folder, "validate");
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^conformance\/contract\.yml {2}contract\/unobserved {2}no case verifies counter\.add\.fast\. /m,
  );
  expect(stdout).toMatch(
    /^conformance\/tools\/counter\.json:3 {2}fixture\/invalid {2}unknown property "verfies"\. Did you mean "verifies"\? /m,
  );
});

test("annotations and SARIF name files relative to the repository, wherever its content is", async () => {
  const root = temporaryFolder();
  writeFiles(root, { "made/content/vocabulary/notes.txt": "stray\n", "made/content/agents/.keep": "\n" });
  const lines = async (cwd: string, env: Record<string, string>, ...words: string[]) =>
    (await runHere(program, ["validate", ...words], cwd, env)).stdout;
  const stray = /^::error file=(.*notes\.txt),title=layout\/stray-file/m;
  const content = join(root, "made/content");
  const github = ["--format", "github"];
  expect(stray.exec(await lines(root, {}, "made/content", ...github))?.[1]).toBe("made/content/vocabulary/notes.txt");
  expect(stray.exec(await lines(content, {}, ...github))?.[1]).toBe("vocabulary/notes.txt");
  expect(stray.exec(await lines(content, { GITHUB_WORKSPACE: root }, ...github))?.[1]).toBe(
    "made/content/vocabulary/notes.txt",
  );
  const { runs } = JSON.parse(await lines(root, {}, "made/content", "--format", "sarif"));
  const uris = runs[0].results.map(
    (result: { locations: [{ physicalLocation: { artifactLocation: { uri: string } } }] }) =>
      result.locations[0].physicalLocation.artifactLocation.uri,
  );
  expect(uris).toContain("made/content/vocabulary/notes.txt");
});

test("what this repository holds itself to is judged only where it is asked for", async () => {
  const folder = await built({
    "vocabulary/categories.yml":
      "categories:\n  - { id: do, description: Works. }\n  - { id: how, description: Advises. }\n",
  });
  const validate = async (...words: string[]) => {
    const { code, stdout } = await nexusCore(folder, "validate", "--format", "json", ...words);
    const { findings } = JSON.parse(stdout) as { findings: readonly { readonly rule: string }[] };
    return [code, ...findings.map(({ rule }) => rule)];
  };
  expect((await nexusCore(folder, "build")).code).toBe(0);
  expect(await validate()).toEqual([0]);
  expect(await validate("--style", "house")).toEqual([0, "reference/unused-category"]);
});

test.each([
  [["validate", "missing"], 2, "there is no such folder."],
  [["validate", "empty/readme.txt"], 2, "there is no such folder: this is a file."],
  [["validate", "empty"], 2, "NXC_CONTENT_NONE"],
  [["build", "empty"], 2, "NXC_CONTENT_NONE"],
  [["build"], 2, "NXC_CONTENT_NONE"],
  [["verify", "empty"], 2, "NXC_MANIFEST_MISSING"],
  [["validate", "--fromat", "json"], 2, 'unknown flag "--fromat". Did you mean "--format"?'],
  [["validate", "--format", "xml"], 2, "it is one of text, json, sarif, github."],
  [["validate", "a", "b"], 2, 'unexpected argument "b".'],
  [["validate", "--style", "hose"], 2, "it is one of house."],
  [["valdate"], 2, 'unknown command "valdate". Did you mean "validate"?'],
])("%j gives exit code %d and an error of one line", async (words, code, line) => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "empty/readme.txt": "nothing here\n",
    "broken/vocabulary/tags.yml": "tags: []\n",
  });
  const outcome = await nexusCore(folder, ...words);
  expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code, stdout: "" });
  expect(outcome.stderr).toContain(line);
  expect(outcome.stderr.trimEnd()).not.toContain("\n");
});

test("outside a content folder, validate and verify check the installed package and say so", async () => {
  const folder = temporaryFolder();
  for (const command of ["validate", "verify"]) {
    const { stdout, stderr } = await nexusCore(folder, command);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^(?:no findings|\d+ warnings) in|files are the ones of the manifest|errors?(?:, .+)? in/m);
    expect(stdout).not.toContain(folder);
  }
});

test("verify names missing, changed and extra files", async () => {
  const folder = await built({ "docs/harness-topics.md": "changed\n", "skills/greet/more.md": "extra\n" });
  rmSync(join(folder, "vocabulary/tags.yml"));
  const { code, stdout } = await nexusCore(folder, "verify");
  expect(code).toBe(1);
  expect(stdout.split("\n").map((line) => line.split("  ").slice(0, 2).join(" "))).toEqual([
    "docs/harness-topics.md verify/changed",
    "skills/greet/more.md verify/extra",
    "vocabulary/tags.yml verify/missing",
    `3 errors in ${folder}`,
    "",
  ]);
});

test("render fails a check where a file was edited, and names it", async () => {
  const folder = await built();
  const words = ["render", folder, "--target", "claude", "--out", "."];
  const project = temporaryFolder();
  expect(await nexusCore(project, ...words, "--check")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("3 of 3 files would change."),
  });
  expect((await nexusCore(project, ...words)).code).toBe(0);
  expect(await nexusCore(project, ...words, "--check")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^All 3 files are up to date/),
  });
  writeFiles(project, { ".claude/agents/helper.md": "by hand" });
  expect(await nexusCore(project, ...words, "--check")).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^\.claude\/agents\/helper\.md: kept, somebody has edited it/),
  });
  expect((await nexusCore(project, ...words, "--target", "codex", "--check")).stderr).toContain(
    "--target is given twice",
  );
  expect((await nexusCore(project, "render", "--out", ".")).stderr).toContain("--target TARGET is missing");
  expect((await nexusCore(project, "render", "--target", "claude")).stderr).toContain("--out DIR is missing");
});

test("render says what is probably not meant", async () => {
  const project = temporaryFolder();
  writeFiles(project, { "map.yml": "without: [postdoc]\n", "src/code.js": "", "nexus-render.json": "" });
  const words = ["render", "--target", "claude", "--with", "cycle", "--map", "map.yml", "--out", "src"];
  const { stdout } = await nexusCore(project, ...words);
  expect(stdout).toContain(`${project} holds a rendering of its own. If you meant that folder, name it after --out.`);
  expect(stdout).toMatch(/^postdoc is left out, and still named by nx-plan, nx-run/m);
  // Without its package, each hook would fail.
  const check = await nexusCore(project, ...words, "--check");
  expect(check).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^All .* up to date.*\nServer and hooks need /),
  });
});

test("render takes the shipped content where a project has folders called agents and skills of its own", async () => {
  const project = temporaryFolder();
  writeFiles(project, { "agents/notes.md": "ours", "skills/mine/SKILL.md": "ours" });
  const { code, stdout } = await nexusCore(project, "render", "--target", "claude", "--out", ".", "--as", "plugin");
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("agents/tester.md: new") });
});

test("compose refuses ground rules that the folder lacks, in one line", async () => {
  const { code, stderr } = await nexusCore(await built(), "compose", "helper", "--rules", "nexsu");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/--rules cannot be "nexsu".*Did you mean "nexus"/),
  });
});

test("explain shows an agent, a tag as it is written, a capability or an error code, and names what is near", async () => {
  const said = async (...words: string[]) => (await nexusCore(temporaryFolder(), "explain", ...words)).stdout;
  expect(await said("tester")).toMatch(
    /^tester {2}agent\n {2}description: .*\n(?:.*\n)* {2}capabilities: no_file_edit, /,
  );
  expect(await said("[d]")).toMatch(/^d {2}tag\n {2}trigger: \[d\]\n/);
  expect(await said("no_file_edit")).toMatch(
    /^no_file_edit {2}capability\n(?:.*\n)* {2}blocks semantic classes: file_creation, /,
  );
  expect(await said("NXC_EXPLAIN_ENTRY")).toContain(
    "NXC_EXPLAIN_ENTRY  error, exit code 2\n  message: there is no agent",
  );
  expect(await nexusCore(temporaryFolder(), "explain", "testre")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "tester"?'),
  });
});

test("diff fails where the changes ask for more than is allowed", async () => {
  const [old, now] = [await built(), await built({ "agents/helper/meta.yml": "" })];
  rmSync(join(now, "agents/helper"), { recursive: true });
  expect((await nexusCore(now, "build")).code).toBe(0);
  const words = ["diff", join(old, "manifest.json"), now];
  expect(await nexusCore(now, ...words, "--allow", "patch")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("the agent helper is gone"),
  });
  expect((await nexusCore(now, ...words, "--allow", "major")).code).toBe(0);
  const { stdout } = await nexusCore(now, ...words, "--json");
  expect(JSON.parse(stdout).changes[0]).toMatchObject({
    kind: "agent-removed",
    class: "breaking",
    file: "agents/helper",
  });
  expect(await nexusCore(now, "diff", "none.json", now)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("none.json: there is no such manifest"),
  });
});
