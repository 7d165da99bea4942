/** A scripted model plays a whole cycle through a real tool, and the traces are read afterwards. */

import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { packageRoot } from "../../src/base/package-root.js";
import { render } from "../../src/render/render.js";
import { type Place, type Reader, type Step, write } from "./reader.js";
import { runTool } from "./run-tool.js";
import { type Conversation, startStubModel, type Turn } from "./stub-model.js";

const MESSAGE = "[plan] add search";
const PROMPT = "Look at the plan and say what you see.";
const RULE = "style.md";

/** What a cycle has left behind: what was looked for, and whether it was there. */
export interface Played {
  readonly findings: Readonly<Record<string, boolean>>;
  /** Every payload that a hook has got. */
  readonly payloads: readonly object[];
  /** What the tool printed, for a look at what went wrong. */
  readonly printed: string;
}

function stepsOf({ turn }: Reader, project: string): readonly Step[] {
  const call = (name: string, input: object): Step => [turn.operation(name), input];
  return [
    // Refused, because there is no task yet.
    turn.write(join(project, "early.txt"), "early"),
    ...(turn.first ?? []),
    call("plan_start", { topic: "Search", issues: ["Which index?"], research_summary: "Read the code." }),
    call("plan_decide", { issue_id: 1, decision: "An inverted index." }),
    call("task_add", { title: "Build the index", context: "Issue 1.", plan_issue: 1 }),
    turn.spawn("tester", PROMPT),
    turn.write(join(project, "index.txt"), "index"),
    call("task_update", { id: 1, status: "completed" }),
    call("task_close", {}),
  ];
}

export async function playCycle(reader: Reader, folders: Omit<Place, "url">): Promise<Played> {
  const { project, home, tools } = folders;
  const recorded = recordedHarness(project);
  const { target, folder = "." } = reader;
  write(project, "map.yml", "harness_package: recorded\n");
  write(project, `.nexus/rules/${RULE}`, "No tabs.\n");
  for (const [path, text] of Object.entries(reader.own)) write(project, path, text);
  mkdirSync(join(project, folder), { recursive: true });
  render({ folder: packageRoot, out: join(project, folder), target, map: join(project, "map.yml"), with: "cycle" });
  const steps = stepsOf(reader, project);
  const model = await startStubModel((conversation) => answerTo(conversation, steps));
  try {
    reader.prepare?.({ ...folders, url: model.url });
    const env = { HOME: home, ...reader.turn.env(model.url) };
    const { stdout, stderr } = await runTool(tools, reader.turn.command(MESSAGE), project, env);
    const payloads = recorded();
    const main = model.requests.filter((request) => request.includes("add search"));
    const others = model.requests.filter((request) => !request.includes("add search"));
    const history = textAt(project, ".nexus/history.json");
    const [log = ""] = fastGlob.sync(".nexus/state/*/tool-log.jsonl", { cwd: project, dot: true });
    return {
      findings: {
        "body of nx-plan": bodyIn(join(project, folder)).every((part) =>
          main.some((request) => request.includes(part)),
        ),
        "edit without a task refused": main.some((request) => request.includes("there is no task yet")),
        "cycle archived": history.includes("An inverted index.") && history.includes("Build the index"),
        "edit with a task done": existsSync(join(project, "index.txt")) && !existsSync(join(project, "early.txt")),
        "tools logged": textAt(project, log).includes('"task_close"'),
        "own settings kept":
          existsSync(join(project, "own.txt")) &&
          Object.keys(reader.own).every((path) => /own/u.test(textAt(project, path))),
        "subagent told of the rules": others.some((request) => request.includes(RULE) && request.includes(PROMPT)),
      },
      payloads,
      printed: `${stdout}\n${stderr}`,
    };
  } finally {
    await model.close();
  }
}

/** Every paragraph of the rendered skill, in the form that a request contains. */
function bodyIn(project: string): readonly string[] {
  const folders = [".claude/skills", ".agents/skills", ".opencode/skills", "skills"].map((each) => `${each}/nx-plan`);
  const found = folders.find((each) => existsSync(join(project, each)));
  if (found === undefined) throw new Error("nx-plan was not rendered");
  const [, first = ""] = textAt(project, `${found}/SKILL.md`).split(/^---\n[\s\S]*?\n---\n/u);
  const [body = ""] = first.split("\n## The rest\n");
  const paragraphs = `${body}\n\n${textAt(project, `${found}/more.md`)}`.split(/\n{2,}/u).map((part) => part.trim());
  return paragraphs.filter((part) => part !== "").map((part) => JSON.stringify(part).slice(1, -1));
}

/** The conversation with the user goes by the steps; a subagent and a title get one sentence. */
function answerTo({ request, tools, results }: Conversation, steps: readonly Step[]): Turn {
  const step = request.includes("add search") && tools.length > 0 ? steps[results] : undefined;
  return step === undefined ? { text: "Done." } : { tool: step[0], input: step[1] };
}

/** The programs of the harness, with a hook that keeps each payload before it passes it on. */
function recordedHarness(project: string): () => readonly object[] {
  const bin = join(packageRoot, "packages/harness/bin");
  write(project, "recorded/package.json", '{ "type": "module" }\n');
  write(
    project,
    "recorded/bin/nexus-hook.js",
    `import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
const input = readFileSync(0, "utf8");
const words = process.argv.slice(2);
if (!words.includes("--part")) appendFileSync(${JSON.stringify(join(project, "payloads.jsonl"))}, input.trim() + "\\n");
const { status } = spawnSync(process.execPath, [${JSON.stringify(join(bin, "nexus-hook.js"))}, ...words], { input, stdio: ["pipe", "inherit", "inherit"] });
process.exitCode = status ?? 1;
`,
  );
  symlinkSync(join(bin, "nexus-mcp.js"), join(project, "recorded/bin/nexus-mcp.js"));
  return () =>
    textAt(project, "payloads.jsonl")
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as object]));
}

function textAt(folder: string, path: string): string {
  const file = join(folder, path);
  return path !== "" && existsSync(file) ? readFileSync(file, "utf8") : "";
}
