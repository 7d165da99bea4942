import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { commandRuntime } from "./command-runtime.js";
import { readRuntimeConfig } from "./runtime-config.js";
import type { KnownSession } from "./session.js";

const NOW = Date.parse("2026-03-01T09:00:00.000Z");
const clock = { now: () => NOW };
const session: KnownSession = {
  agentId: "reviewer_agent",
  workspaceId: "ws",
  sessionId: "sess_rv_1",
  runtime: "mine",
  managed: true,
  resumable: true,
  status: "idle",
  heardAt: 0,
};
const target = { agentId: "reviewer_agent", workspaceId: "ws", runtime: "mine" };
const hostile = "$(touch hacked) `x` \"; 'y' \\ | & > %PATH% {session_id}\nümläut 👩‍💻";

const folder = mkdtempSync(join(process.env["NEXUS_TEST_ROOT"] ?? tmpdir(), "commands-"));
let count = 0;

function config(content: unknown) {
  count += 1;
  const file = join(folder, `runtime-${count}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return { file, read: () => readRuntimeConfig(file) };
}

const runtimeOf = (ways: object, others: object = {}) =>
  commandRuntime(config({ runtimes: { mine: ways, ...others } }).read(), clock);

/** The command that runs JavaScript code in Node. */
const node = (code: string) => [process.execPath, "-e", code];
/** A program that writes its input into a file. */
function recorder() {
  count += 1;
  const file = join(folder, `record-${count}.json`);
  const code = `let t="";process.stdin.on("data",d=>t+=d).on("end",()=>require("fs").writeFileSync(${JSON.stringify(file)},JSON.stringify({argv:process.argv.slice(1),stdin:t,env:Object.keys(process.env).filter(n=>n.startsWith("THREAD_"))})))`;
  return { words: node(code), told: () => JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown> };
}

test("a prompt reaches the program as one literal word, without the service's settings in the environment", async () => {
  const { words, told } = recorder();
  vi.stubEnv("THREAD_TOKEN", "secret");
  const runtime = runtimeOf({
    trigger: { command: [...words, "{session_id}", "{agent_id}", "{workspace_id}", "{thread_id}", "{prompt}"] },
  });
  expect(await runtime.trigger(session, { threadId: "th_1", text: hostile })).toBe("delivered");
  vi.unstubAllEnvs();
  expect(told()).toEqual({ argv: ["sess_rv_1", "reviewer_agent", "ws", "th_1", hostile], stdin: "", env: [] });
});

test("a prompt may go to standard input, and a prompt that looks like an option is not treated as one", async () => {
  const one = recorder();
  const other = recorder();
  const runtime = runtimeOf({
    resume: { command: [...one.words, "{session_id}"], prompt_on_stdin: true },
    spawn: [...other.words, "exec", "{prompt}"],
  });
  expect(await runtime.resume(session, { threadId: "th_1", text: hostile })).toBe("delivered");
  expect(one.told()).toEqual({ argv: ["sess_rv_1"], stdin: hostile, env: [] });
  expect(await runtime.spawn(target, { threadId: "th_1", text: "--yolo" })).toBe("delivered");
  expect(other.told()).toEqual({ argv: ["exec", "--", "--yolo"], stdin: "", env: [] });
});

test("a missing command is absent, and a command that exits with an error or cannot start has failed", async () => {
  const runtime = runtimeOf({
    trigger: [...node("process.exit(3)"), "{prompt}"],
    resume: ["/no/such/program", "{session_id}", "{prompt}"],
  });
  const prompt = { threadId: "th_1", text: "Read." };
  expect(await runtime.trigger(session, prompt)).toBe("failed");
  expect(await runtime.resume(session, prompt)).toBe("failed");
  expect(await runtime.resume(session, { threadId: "th_1", text: "x".repeat(3_000_000) })).toBe("failed");
  expect(await runtime.spawn(target, prompt)).toBe("absent");
  expect(await runtime.trigger({ ...session, runtime: "toString" }, prompt)).toBe("absent");
});

test("a program that exceeds its time limit is ended with its child processes", async () => {
  const [started, ended] = [join(folder, "started"), join(folder, "ended")];
  const write = (file: string) => `require("fs").writeFileSync(${JSON.stringify(file)},"")`;
  const child = `process.on("SIGTERM",()=>{${write(ended)};process.exit()});setInterval(()=>{},1000);${write(started)}`;
  const parent = `require("child_process").spawn(process.execPath,["-e",${JSON.stringify(child)}]);setInterval(()=>{},1000)`;
  const runtime = runtimeOf({ trigger: { command: [...node(parent), "{prompt}"], timeout_ms: 50_000 } });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const outcome = runtime.trigger(session, { threadId: "th_1", text: "Read." });
    while (!existsSync(started)) await pause(5);
    vi.advanceTimersByTime(50_000);
    expect(await outcome).toBe("failed");
  } finally {
    vi.useRealTimers();
  }
  while (!existsSync(ended)) await pause(5);
});

test("an agent that keeps running has accepted its prompt, and is ended at its own time limit", async () => {
  const done = join(folder, "done");
  const go = join(folder, "go");
  const code = `const {existsSync,writeFileSync}=require("fs");const look=setInterval(()=>{if(existsSync(${JSON.stringify(go)})){writeFileSync(${JSON.stringify(done)},"");clearInterval(look)}},5)`;
  const words = [...node(code), "{prompt}"];
  const working = runtimeOf({ spawn: { command: words, accepted_after_ms: 50 } });
  expect(await working.spawn(target, { threadId: "th_1", text: "Read." })).toBe("delivered");
  expect(existsSync(done)).toBe(false);
  writeFileSync(go, "");
  await vi.waitUntil(() => existsSync(done), { timeout: 600_000 });
});

test("a command reports human input, and unclear output counts as input now", async () => {
  const typed = async (code: string) => runtimeOf({ human_input: node(code) }).humanInputAt(session);
  expect(await typed("")).toBeUndefined();
  expect(await typed('console.log("now")')).toBe(NOW);
  expect(await typed('console.log("2026-03-01T09:59:50+01:00")')).toBe(NOW - 10_000);
  expect(await typed('console.log("2030-01-01T00:00:00Z")')).toBe(NOW);
  expect(await typed("process.exit(1)")).toBe(NOW);
  expect(await runtimeOf({ spawn: ["x", "{prompt}"] }).humanInputAt(session)).toBeUndefined();
});

test("a command that fails is noted in one line, with what it said last", async () => {
  const noted: string[] = [];
  const failing = async (way: "trigger" | "spawn", command: object) => {
    const { read } = config({ runtimes: { mine: { [way]: command } } });
    const runtime = commandRuntime(read(), clock, (text) => noted.push(text));
    const prompt = { threadId: "th_1", text: "Read." };
    expect(await (way === "trigger" ? runtime.trigger(session, prompt) : runtime.spawn(target, prompt))).toBe("failed");
  };
  const says = 'console.error("Error: no key\\nFind one.");process.exit(7)';
  await failing("trigger", [...node(says), "{prompt}"]);
  await failing("spawn", [...node(says), "{prompt}"]);
  await failing("trigger", { command: [...node("setInterval(()=>{},99)"), "{prompt}"], timeout_ms: 1 });
  await failing("trigger", ["no-such-program", "{prompt}"]);
  expect(noted).toEqual([
    `${process.execPath}, the trigger command of mine, ended with exit code 7: Find one.`,
    `${process.execPath}, the spawn command of mine, ended with exit code 7`,
    `${process.execPath}, the trigger command of mine, was ended, because it still ran after 1 ms`,
    "no-such-program, the trigger command of mine, could not be started (ENOENT)",
  ]);
});

test("Claude Code has default commands", () => {
  const runtime = runtimeOf({}, { claude_code: {} });
  const session = { ...target, runtime: "claude_code", sessionId: "0b7c" };
  const prompt = { threadId: "th_1", text: "Read." };
  expect(runtime.command("resume_session", session, prompt)).toBe("claude --resume 0b7c --print Read.");
  expect(runtime.command("spawn_session", session, prompt)).toBe("claude --print Read.");
});

test("the Codex CLI has default commands", () => {
  const runtime = runtimeOf({}, { codex_cli: {} });
  const prompt = { threadId: "th_1", text: 'Read "it".' };
  const codex = { ...target, runtime: "codex_cli", sessionId: "sess_rv_1" };
  expect(config({ runtimes: { codex_cli: { spawn: false } } }).read().runtimes["codex_cli"]).toEqual({
    resume: {
      words: ["codex", "exec", "resume", "{session_id}", "{prompt}"],
      promptOnStdin: false,
      timeoutMs: 3_600_000,
      acceptedAfterMs: 2_000,
    },
  });
  expect(runtime.command("resume_session", codex, prompt)).toBe('codex exec resume sess_rv_1 "Read \\"it\\"."');
  expect(runtime.command("spawn_session", codex, prompt)).toBe('codex exec "Read \\"it\\"."');
  const other = runtimeOf({ resume: ["agent", "--resume", "{session_id}", "{prompt}"] });
  expect(other.command("resume_session", { ...target, sessionId: "sess_rv_1" }, prompt)).toBe(
    'agent --resume sess_rv_1 "Read \\"it\\"."',
  );
  expect(other.command("spawn_session", target, prompt)).toBeUndefined();
});

test.each([
  ["{", "is not valid JSON."],
  [[], "cannot be used: its top must be an object."],
  [{ runtime: {} }, 'cannot be used: its top has the member "runtime"; it may have runtimes, default_runtime.'],
  [{ runtimes: { "Codex CLI": {} } }, 'cannot be used: runtimes has "Codex CLI", which is not a valid runtime name.'],
  [
    { runtimes: { a: { wake: [] } } },
    'cannot be used: runtimes.a has the member "wake"; it may have trigger, resume, spawn, human_input.',
  ],
  [
    { runtimes: { a: { trigger: "x {prompt}" } } },
    "cannot be used: runtimes.a.trigger must be a list of words, the program first, or an object with such a list as command.",
  ],
  [{ runtimes: { a: { trigger: [] } } }, "cannot be used: runtimes.a.trigger.command must begin with a program."],
  [
    { runtimes: { a: { trigger: ["x", "--to={prompt}"] } } },
    'cannot be used: runtimes.a.trigger.command has the word "--to={prompt}"; a placeholder is a word by itself, one of {session_id} {agent_id} {workspace_id} {thread_id} {prompt}.',
  ],
  [
    { runtimes: { a: { trigger: ["x"] } } },
    "cannot be used: runtimes.a.trigger does not use the prompt; add the word {prompt} or prompt_on_stdin.",
  ],
  [
    { runtimes: { a: { trigger: { command: ["x", "{prompt}"], timeout_ms: 0 } } } },
    "cannot be used: runtimes.a.trigger.timeout_ms must be a whole number of milliseconds from 1 to 50000.",
  ],
  [
    { runtimes: { a: { spawn: { command: ["x", "{prompt}"], accepted_after_ms: 50_001 } } } },
    "cannot be used: runtimes.a.spawn.accepted_after_ms must be a whole number of milliseconds from 1 to 50000.",
  ],
  [
    { runtimes: { a: { spawn: { command: ["x", "{prompt}"], timeout_ms: 900, accepted_after_ms: 901 } } } },
    "cannot be used: runtimes.a.spawn.accepted_after_ms must be a whole number of milliseconds from 1 to 900.",
  ],
  [
    { runtimes: { a: {} } },
    'cannot be used: it has no command; {"runtimes": {"claude_code": {}}} has those of a known tool.',
  ],
  [
    { runtimes: { a: { resume: ["x", "{prompt}"] } } },
    "cannot be used: runtimes.a.resume does not say which session; add the word {session_id}, or {agent_id} if an agent has only one.",
  ],
  [
    { runtimes: { a: { resume: ["x", "{session-id}", "{prompt}"] } } },
    'cannot be used: runtimes.a.resume.command has the word "{session-id}"; a placeholder is a word by itself, one of {session_id} {agent_id} {workspace_id} {thread_id} {prompt}.',
  ],
  [{ runtimes: { a: {} }, default_runtime: "b" }, 'cannot be used: default_runtime is "b", which is not in runtimes.'],
])("a file such as %j is refused in one line", (content, message) => {
  const { file, read } = config(content);
  expect(read).toThrow(new Error(`the runtime file ${file} ${message}`));
});
