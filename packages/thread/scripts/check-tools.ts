/** `npm run check:tools -w packages/thread` */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CommandLine, runMain } from "@nexus-core/service/command-line/command-line";
import { InvalidArgumentError } from "commander";
import { decodeJwt } from "jose";
import { installTools } from "../../../scripts/readers/install-tools.js";
import { write } from "../../../scripts/readers/reader.js";
import { READERS } from "../../../scripts/readers/readers.js";
import { runTool } from "../../../scripts/readers/run-tool.js";
import { type StubModel, startStubModel } from "../../../scripts/readers/stub-model.js";
import { systemClock } from "../src/base/clock.js";
import { readConfig } from "../src/config.js";
import { openService } from "../src/open-service.js";
import { commandRuntime } from "../src/wake/command-runtime.js";
import { readRuntimeConfig } from "../src/wake/runtime-config.js";

const BIN = fileURLToPath(new URL("../bin/nexus-thread.js", import.meta.url));
const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const EVENTS = ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "SessionEnd"];
const TOOLS = { builder: "Claude Code", reviewer: "Codex" } as const;
type Agent = keyof typeof TOOLS;
/** A call of the model. Its input is made when it is its turn, because it names what came before. */
type Step = readonly [tool: string, input: () => object];
type Answer = Record<string, unknown>;

const program = new CommandLine("check-tools")
  .description(
    "Sets up the real Claude Code and Codex as the README says, and lets a scripted model on this machine review a change through them. Installs about a gigabyte.",
  )
  .option("--tools <DIR>", "a folder in which the tools are installed already, or get installed", readFolder)
  .runs(async ({ tools: given }: { readonly tools?: string }) => {
    const root = mkdtempSync(join(tmpdir(), "check-tools-"));
    const tools = given ?? join(root, "tools");
    const readers = [readerOf("builder"), readerOf("reviewer")];
    installTools(
      tools,
      readers.map(({ package: name, version }) => `${name}@${version}`),
    );
    try {
      const findings = await review(root, tools);
      for (const [finding, isTrue] of Object.entries(findings))
        process.stdout.write(`${isTrue ? "yes" : "NO "}  ${finding}\n`);
      return Object.values(findings).every(Boolean) ? 0 : 1;
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

function readerOf(agent: Agent) {
  const reader = READERS.find(({ id }) => id === TOOLS[agent]);
  if (reader === undefined) throw new Error(`there is no ${TOOLS[agent]}`);
  return reader;
}

function readFolder(path: string): string {
  if (!existsSync(path) || statSync(path).isDirectory()) return resolve(path);
  throw new InvalidArgumentError("It takes a folder, and this is a file.");
}

/** One agent in its tool, with a project and a home of its own. */
class Seat {
  readonly #home: string;
  readonly project: string;
  readonly #reader;
  /** All that the tool has sent to its model. */
  readonly requests: string[] = [];
  printed = "";

  constructor(
    private readonly agent: Agent,
    private readonly root: string,
    private readonly tools: string,
  ) {
    this.#reader = readerOf(agent);
    this.#home = join(root, agent, "home");
    this.project = join(root, agent, "project");
    for (const each of [this.#home, this.project]) mkdirSync(each, { recursive: true });
    execFileSync("git", ["init", "--quiet"], { cwd: this.project });
    this.#setUp();
  }

  /** What the README has people write, with the paths and the agent of this seat. */
  #setUp(): void {
    const [, section = ""] = README.split("## In Claude Code and Codex");
    const [servers = "", settings = "", toml = ""] = [...section.matchAll(/```(?:json|toml)\n(.*?)```/gsu)].map(
      ([, text = ""]) =>
        text
          .replaceAll("/srv/threads/node_modules/@nexus-core/thread/bin/nexus-thread.js", BIN)
          .replaceAll("/srv/threads", this.root)
          .replaceAll("builder", this.agent),
    );
    const { hooks } = JSON.parse(settings) as { readonly hooks: { readonly SessionStart: unknown } };
    const all = Object.fromEntries(EVENTS.map((event) => [event, hooks.SessionStart]));
    if (this.agent === "reviewer") {
      write(this.project, ".codex/config.toml", toml);
      write(this.project, ".codex/hooks.json", JSON.stringify({ hooks: all }).replaceAll("claude", "codex"));
      return;
    }
    write(this.project, ".mcp.json", servers);
    const permissions = { allow: ["mcp__threads"] };
    write(this.project, ".claude/settings.json", JSON.stringify({ hooks: all, permissions }));
    // What a human accepts once when Claude Code starts in a folder.
    const accepted = { hasTrustDialogAccepted: true, enabledMcpjsonServers: ["threads"] };
    write(this.#home, ".claude.json", JSON.stringify({ projects: { [this.project]: accepted } }));
  }

  /** The id that the tool has given to the session, as the hook has read it. */
  get session(): unknown {
    return decodeJwt(readFileSync(join(this.root, `${this.agent}.token`), "utf8").trim())["session_id"];
  }

  environment(url: string): Record<string, string> {
    this.#reader.prepare?.({ home: this.#home, project: this.project, tools: this.tools, url });
    return { HOME: this.#home, ...this.#reader.turn.env(url) };
  }

  /** Lets the model make these calls in one turn of the tool, one after the other. */
  async turn(steps: readonly Step[], run: (model: StubModel) => Promise<string>): Promise<void> {
    const isClaude = this.agent === "builder";
    const all: readonly Step[] = isClaude
      ? [
          ["ToolSearch", () => ({ query: `select:${steps.map(([tool]) => `mcp__threads__${tool}`).join(",")}` })],
          ...steps,
        ]
      : steps;
    const name = (tool: string) => (isClaude && tool !== "ToolSearch" ? `mcp__threads__${tool}` : tool);
    let before: number | undefined;
    const model = await startStubModel(({ tools, results, request }) => {
      if (tools.length === 0 || !request.includes("threads")) return { text: "Done." };
      // A conversation that goes on holds the calls of earlier turns.
      before ??= results;
      const [tool, input] = all[results - before] ?? [];
      if (tool === undefined || input === undefined) return { text: "Done." };
      return { tool: isClaude ? name(tool) : `mcp__threads/${tool}`, input: input() };
    });
    try {
      this.printed = await run(model);
    } finally {
      this.requests.push(...model.requests);
      await model.close();
    }
  }

  /** A turn that a human begins. */
  say(message: string, steps: readonly Step[]): Promise<void> {
    const words =
      this.agent === "builder"
        ? ["claude", "-p", message, "--output-format", "json"]
        : this.#reader.turn.command(message);
    return this.turn(steps, async ({ url }) => {
      const { stdout, stderr } = await runTool(this.tools, words, this.project, this.environment(url));
      return `${stdout}\n${stderr}`;
    });
  }

  hasSeen(text: string): boolean {
    return this.requests.some((request) => request.includes(text));
  }
}

async function review(root: string, tools: string): Promise<Readonly<Record<string, boolean>>> {
  execFileSync(process.execPath, [BIN, "keygen", "--out", root, "--kid", "key-1"]);
  const [builder, reviewer] = [new Seat("builder", root, tools), new Seat("reviewer", root, tools)];
  write(root, "runtime.json", '{ "runtimes": { "claude_code": {}, "codex_cli": {} } }');
  const runtime = commandRuntime(readRuntimeConfig(join(root, "runtime.json")), systemClock);
  const settings = { THREAD_KEYS: join(root, "keys.jwks.json"), THREAD_DATABASE: join(root, "thread.db") };
  const service = await openService({ config: readConfig(settings, root), runtime });
  const words = ["token", "--key", join(root, "key-1.private.json"), "--agent", "lead", "--role", "orchestrator"];
  const signed = execFileSync(process.execPath, [BIN, ...words, "--workspace", "wk_1", "--session", "s"]);
  const lead = async (tool: string, params: object) =>
    (await service.call(tool, params, signed.toString().trim())) as Answer;

  const about = { title: "Null names", type: "workflow", participants: ["builder", "reviewer"] };
  const { thread_id } = await lead("create_thread", about);
  const event = (event_type: string, body: string, in_reply_to?: unknown) => ({
    ...{ thread_id, schema_version: 1, kind: "event", body, metadata: { event_type } },
    ...(in_reply_to === undefined ? {} : { in_reply_to }),
  });
  const messages = async () =>
    (await lead("read_messages", { thread_id, since_seq: 0 }))["messages"] as readonly Answer[];
  const read: Step = ["read_messages", () => ({ thread_id, since_seq: 0 })];
  await lead("post_message", event("re_review_requested", "Please review the change."));
  await reviewer.say("Look at your threads.", [
    read,
    ["post_message", () => event("finding_reported", "A null name is dropped.")],
  ]);
  const reviewed = await messages();
  const finding = reviewed[1]?.["message_id"];
  const first = reviewer.session;

  await builder.say("Look at your threads.", [
    read,
    ["post_message", () => event("finding_rejected", "It is meant so.", finding)],
    ["update_thread_status", () => ({ thread_id, status: "closed", reason: "mine" })],
  ]);
  const printed = builder.printed;
  const own = builder.session;

  await lead("post_message", { thread_id, schema_version: 1, kind: "chat", body: "Mend it." });
  const wake = {
    thread_id,
    target_agent_id: "builder",
    reason: "news",
    trigger_prompt: `Read the threads: ${thread_id}`,
  };
  let woken: Answer = {};
  await builder.turn([["post_message", () => event("fix_pushed", "Kept null names.", finding)]], async ({ url }) => {
    // As if the service had been started in the project of the agent.
    const path = [join(tools, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
    Object.assign(process.env, { ...builder.environment(url), PATH: path });
    process.chdir(builder.project);
    woken = await lead("trigger_participant", wake);
    for (let waited = 0; waited < 60_000 && (await messages()).length < 4; waited += 500) await wait(500);
    // The last hook of the tool says that its session has ended.
    await wait(3_000);
    return JSON.stringify(woken);
  });

  await reviewer.say("Look at your threads.", [
    read,
    ["post_message", () => event("finding_verified", "Null names are kept.", finding)],
  ]);
  const ended = await messages();
  await lead("update_thread_status", { thread_id, status: "resolved", reason: "verified" });
  const { open_items } = await lead("summarize_thread", { thread_id });
  await service.close();
  const by = ended.map(({ sender_agent_id, metadata }) => {
    const { event_type = "chat" } = (metadata ?? {}) as { readonly event_type?: string };
    return `${sender_agent_id} ${event_type}`;
  });
  return {
    "Codex: the hook tells the agent what is unread": reviewer.hasSeen("You have unread messages in these threads"),
    "Codex: the agent posts as the session that the tool has named":
      reviewed[1]?.["sender_session_id"] === first && first !== reviewer.session,
    "Claude Code: the hook tells the agent what is unread": builder.hasSeen(
      "You have unread messages in these threads",
    ),
    "Claude Code: the agent posts as the session that the tool has named":
      printed.includes(String(own)) && ended.some(({ sender_session_id }) => sender_session_id === own),
    "the builder can neither reject the finding nor close the thread": builder.hasSeen("INSUFFICIENT_AUTHORITY"),
    "a wake-up resumes the session of Claude Code, and it mends": woken["action"] === "resume_session",
    "finding, fix and verification stand in the thread":
      by.join() ===
      "lead re_review_requested,reviewer finding_reported,lead chat,builder fix_pushed,reviewer finding_verified",
    "nothing is left open": Array.isArray(open_items) && open_items.length === 0,
  };
}

await runMain(program, process.argv.slice(2));
