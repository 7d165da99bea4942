import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { NativeName } from "../cli/nexus-hook.js";
import { nativeAnswerTo } from "../hook.js";
import { Project } from "../testing/project.js";

const RULES = { ".nexus/rules/style.md": "No tabs.\n" };
const SKILL = "---\nname: nx-plan\ndescription: Plans.\n---\n\n## Role\n\nYou plan by `mcp__nexus__plan_start`.\n";

/** What each tool really sent while a model worked a cycle; see scripts/readers. */
const payloadsOf = (from: NativeName): readonly Record<string, unknown>[] =>
  readFileSync(fileURLToPath(new URL(`../testing/payloads/${from}.jsonl`, import.meta.url)), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const ask = async (project: Project, from: NativeName, payload: object, part?: "1" | "2") => {
  const input = JSON.stringify(payload).replaceAll("{PROJECT}", project.root);
  const printed = await nativeAnswerTo(input, from, { project: project.root, ...(part && { part }) });
  return printed === "" ? undefined : (JSON.parse(printed) as Record<string, Record<string, string>>);
};

const nameOf = (payload: Record<string, unknown>) => String(payload["hook_event_name"] ?? payload["event"]);

interface Shape {
  readonly folder: string;
  readonly names: { readonly message: string; readonly before: string; readonly after: string; readonly spawn: string };
  context(answer: object | undefined): string | undefined;
  denied(answer: object | undefined): string | undefined;
}

const COMMANDS: Omit<Shape, "folder"> = {
  names: { message: "UserPromptSubmit", before: "PreToolUse", after: "PostToolUse", spawn: "SubagentStart" },
  // biome-ignore lint/suspicious/noExplicitAny: the output of a foreign protocol
  context: (answer: any) => answer?.hookSpecificOutput?.additionalContext,
  // biome-ignore lint/suspicious/noExplicitAny: the output of a foreign protocol
  denied: (answer: any) => answer?.hookSpecificOutput?.permissionDecisionReason,
};

const SHAPES: Readonly<Record<NativeName, Shape>> = {
  claude: { folder: "claude-code", ...COMMANDS },
  codex: { folder: "codex", ...COMMANDS },
  opencode: {
    folder: "opencode",
    names: {
      message: "chat.message",
      before: "tool.execute.before",
      after: "tool.execute.after",
      spawn: "subagent.created",
    },
    // biome-ignore lint/suspicious/noExplicitAny: the output of a foreign protocol
    context: (answer: any) => answer?.context,
    // biome-ignore lint/suspicious/noExplicitAny: the output of a foreign protocol
    denied: (answer: any) => answer?.denied,
  },
};

test.each(Object.keys(SHAPES) as NativeName[])(
  "%s works a cycle by the payloads that it really sends",
  async (from) => {
    const project = new Project(RULES);
    const { folder, names, context, denied } = SHAPES[from];
    const trackerFile = `.nexus/state/${folder}/agent-tracker.json`;
    const harness = project.harness();
    const told: (string | undefined)[] = [];
    const denials: boolean[] = [];
    const statuses: unknown[] = [];
    for (const payload of payloadsOf(from)) {
      const answer = await ask(project, from, payload);
      const name = nameOf(payload);
      if (name === names.message) told.push(context(answer));
      if (name === names.spawn) expect(context(answer)).toContain(".nexus/rules/style.md");
      const tool = String(payload["tool_name"] ?? payload["tool"]);
      if (name === names.before && /^(?:write|apply_patch)$/iu.test(tool)) denials.push(denied(answer) !== undefined);
      const operation = /nexus_+(\w+)$/u.exec(tool)?.[1];
      if (name === names.after && operation !== undefined)
        await harness.call(operation, payload["tool_input"] ?? payload["args"]);
      const tracked = project.files().includes(trackerFile) ? project.read(trackerFile) : [];
      statuses.push((tracked as { status: string }[])[0]?.status);
    }
    expect(told[0]).toMatch(
      /^(?:\[Part 1 .*\]\n\n)?The user has started the skill nx-plan\. Follow it from here on\.\n\n## /u,
    );
    // The task of a subagent and the report on it are prompts to some tools.
    expect(told.slice(1).filter((text) => text !== undefined)).toEqual([]);
    expect(denials).toEqual([true, false]);
    expect([...new Set(statuses)]).toEqual([undefined, "running", "completed"]);
    const log = project.readText(`.nexus/state/${folder}/tool-log.jsonl`);
    expect(log).toContain('"tool":"task_close"');
    expect(log).toContain('"file_path":"index.txt"');
    expect((project.read(".nexus/history.json") as { cycles: unknown[] }).cycles).toHaveLength(1);
  },
);

const message = (prompt: string) => ({ session_id: "s1", hook_event_name: "UserPromptSubmit", prompt });
const edit = (session_id: string) => ({
  session_id,
  hook_event_name: "PreToolUse",
  tool_name: "Write",
  tool_input: { file_path: "a.md" },
});

test("a skill that the project has is passed on in its words", async () => {
  const project = new Project({ ".claude/skills/nx-plan/SKILL.md": SKILL });
  const answer = await ask(project, "claude", message("[plan:auto] search"));
  expect(answer?.["hookSpecificOutput"]?.["additionalContext"]).toBe(
    "The user has started the skill nx-plan in mode auto. Follow it from here on.\n\nIts folder is `.claude/skills/nx-plan`.\n\n## Role\n\nYou plan by `mcp__nexus__plan_start`.",
  );
});

test("a skill in two files is passed on as one", async () => {
  const first = `${SKILL}\n## The rest\n\nThis skill goes on.\n`;
  const folder = ".agents/skills/nx-plan";
  const project = new Project({ [`${folder}/SKILL.md`]: first, [`${folder}/more.md`]: "## More\n\nAnd more.\n" });
  const text = SHAPES.codex.context(await ask(project, "codex", message("[plan] search")));
  expect(text).toMatch(/plan_start`\.\n+## More\n\nAnd more\.$/u);
  expect(text).not.toContain("This skill goes on.");
});

test("a skill file in a cloned project runs nothing and reads nothing outside", async () => {
  const outside = new Project({ "SKILL.md": "hunter2" });
  const project = new Project({
    ".claude/skills/nx-plan/SKILL.md": "---js\nglobalThis.wasRun = true\n---\nText.\n",
    ".claude/skills/nx-run/keep": "",
  });
  symlinkSync(join(outside.root, "SKILL.md"), join(project.root, ".claude/skills/nx-run/SKILL.md"));
  expect(SHAPES.claude.context(await ask(project, "claude", message("[plan] a")))).toContain("Text.");
  expect(globalThis).not.toHaveProperty("wasRun");
  const text = SHAPES.claude.context(await ask(project, "claude", message("[run]")));
  expect([text?.includes("hunter2"), text?.includes("## Role")]).toEqual([false, true]);
});

test("a text that Claude Code would cut is whole in two parts", async () => {
  const body = Array.from({ length: 200 }, (_, index) => `Paragraph ${index} ${"x".repeat(60)}.`).join("\n\n");
  const project = new Project({ ".claude/skills/nx-plan/SKILL.md": body });
  const [first, second] = await Promise.all(
    (["1", "2"] as const).map(
      async (part) => SHAPES.claude.context(await ask(project, "claude", message("[plan] a"), part)) ?? "",
    ),
  );
  expect(first?.length).toBeLessThanOrEqual(10_000);
  const [, ...parts] = [...`${first}${second}`.split(/\[Part \d of 2 of one text\]\n\n/u)];
  expect(parts.join("\n\n")).toContain(body);
  expect(await ask(project, "claude", message("nothing to say"), "2")).toBeUndefined();
});

test("a skill counts in its own session, by tag, by command and by the model's own call", async () => {
  const project = new Project();
  const isDenied = async (session: string) =>
    SHAPES.claude.denied(await ask(project, "claude", edit(session))) !== undefined;
  expect(await isDenied("s1")).toBe(true);
  for (const start of [
    message("/nx-init --reset"),
    message("[sync]"),
    {
      session_id: "s1",
      hook_event_name: "PreToolUse",
      tool_name: "Skill",
      tool_input: { skill: "nexus-core:nx-setup" },
    },
  ]) {
    await ask(project, "claude", message("[plan] first"));
    expect(await isDenied("s1")).toBe(true);
    await ask(project, "claude", start);
    expect([await isDenied("s1"), await isDenied("s2")]).toEqual([false, true]);
  }
});

test("after a compaction, the active skill and the open work are told again", async () => {
  const project = new Project();
  await project.harness().planStart({ topic: "Search", issues: ["Which?"], research_summary: "" });
  await ask(project, "claude", message("[plan:auto] search"));
  const start = { session_id: "s1", hook_event_name: "SessionStart", source: "compact" };
  const parts = await Promise.all(
    (["1", "2"] as const).map(async (part) => SHAPES.claude.context(await ask(project, "claude", start, part))),
  );
  for (const part of ["Plan 1: Search", "started the skill nx-plan in mode auto", "## Learn before you ask"])
    expect(parts.join("\n")).toContain(part);
});

test("the tag of an inline action asks the agent for the operation, by the guidance of the tag", async () => {
  const project = new Project();
  const told = async (text: string) => SHAPES.codex.context(await ask(project, "codex", message(text))) ?? "";
  const rule = await told("[rule:frontend] no tabs");
  expect(rule).toContain(
    'for rule_store of the server nexus with {"text":"no tabs","topic":"frontend"}. Keep the user',
  );
  expect(await told("[m:gc]")).toMatch(/^The user asks by \[m:gc\] for memory_gc of the server nexus\. Show the/u);
  expect(await told("[d] yes")).not.toContain("plan_decide");
  await project.harness().planStart({ topic: "Search", issues: ["Which?"], research_summary: "" });
  expect(await told("[d] yes")).toContain('for plan_decide of the server nexus with {"issue_id":1,"decision":"yes"}.');
});

test("an agent of a role keeps its denials, and one of no role has none", async () => {
  const project = new Project({ ".nexus/state/tasks.json": { goal: "", decisions: [], tasks: [] } });
  const use = (tool_name: string, agent_type: string) =>
    ask(project, "claude", { ...edit("s1"), tool_name, agent_id: "a1", agent_type });
  expect(SHAPES.claude.denied(await use("Write", "reviewer"))).toContain("no_file_edit");
  expect(SHAPES.claude.denied(await use("mcp__nexus__task_add", "writer"))).toContain("no_task_create");
  expect(SHAPES.claude.denied(await use("mcp__plugin_nexus-core_nexus__task_add", "nexus-core:writer"))).toContain(
    "no_task_create",
  );
  expect(await use("Write", "writer")).toBeUndefined();
  expect(await use("Write", "general-purpose")).toBeUndefined();
});

test("a failed use is logged as such, and an unknown event is passed over", async () => {
  const project = new Project();
  const failed = { ...edit("s1"), hook_event_name: "PostToolUseFailure", error: "no space" };
  expect(await ask(project, "claude", failed)).toBeUndefined();
  expect(project.readText(".nexus/state/claude-code/tool-log.jsonl")).toContain('"status":"error","error":"no space"');
  expect(await ask(project, "claude", { hook_event_name: "Notification" })).toBeUndefined();
});
