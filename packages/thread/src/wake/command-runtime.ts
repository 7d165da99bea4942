import { CODEX_CLI, codexCommand } from "./codex-cli.js";
import { type Ended, runCommand } from "./run-command.js";
import type { Outcome, Prompt, Runtime, SpawnTarget } from "./runtime.js";
import type { CommandLine, RuntimeConfig, Way } from "./runtime-config.js";
import type { KnownSession } from "./session.js";

/** Values for the placeholders of a command. */
interface Values {
  readonly agentId: string;
  readonly workspaceId: string;
  readonly threadId: string;
  /** Empty for a new session. */
  readonly sessionId: string;
  readonly prompt: string;
}

/** The runtime for real sessions. It runs the configured commands. */
export function commandRuntime(config: RuntimeConfig, clock: { now(): number }): Runtime {
  const lineFor = (runtime: string, way: Way): CommandLine | undefined =>
    Object.hasOwn(config.runtimes, runtime) ? config.runtimes[runtime]?.[way] : undefined;

  const reach = async (way: Way, session: KnownSession, prompt: Prompt): Promise<Outcome> =>
    outcomeOf(lineFor(session.runtime, way), { ...session, threadId: prompt.threadId, prompt: prompt.text });

  return {
    async humanInputAt(session) {
      const line = lineFor(session.runtime, "human_input");
      if (line === undefined) return undefined;
      const ended = await run(line, { ...session, threadId: "", prompt: "" });
      return inputTime(ended, clock.now());
    },
    trigger: (session, prompt) => reach("trigger", session, prompt),
    resume: (session, prompt) => reach("resume", session, prompt),
    spawn: (target, { threadId, text }) =>
      outcomeOf(lineFor(runtimeOf(target, config), "spawn"), { ...target, sessionId: "", threadId, prompt: text }),
    command(action, target, { threadId, text }) {
      const runtime = action === "spawn_session" ? runtimeOf(target, config) : (target.runtime ?? "");
      const way = { trigger_runtime: "trigger", resume_session: "resume", spawn_session: "spawn" } as const;
      const line = lineFor(runtime, way[action]);
      if (line === undefined) return undefined;
      const sessionId = target.sessionId ?? "";
      if (runtime === CODEX_CLI && line.words[0] === "codex") return codexCommand(action, sessionId, text);
      return shown(filled(line, { ...target, sessionId, threadId, prompt: text }));
    },
  };
}

function runtimeOf({ runtime }: SpawnTarget, config: RuntimeConfig): string {
  const named = runtime !== undefined && Object.hasOwn(config.runtimes, runtime) ? runtime : config.defaultRuntime;
  return named ?? "";
}

async function outcomeOf(line: CommandLine | undefined, values: Values): Promise<Outcome> {
  if (line === undefined) return "absent";
  const { kind } = await run(line, values);
  return kind === "failed" ? "failed" : "delivered";
}

function run(line: CommandLine, values: Values): Promise<Ended> {
  return runCommand(line, filled(line, values), line.promptOnStdin ? values.prompt : "");
}

/**
 * The words with their placeholders replaced. The program would take a prompt that begins with a dash for an option,
 * which other agents must not be able to set, so `--` is inserted before it.
 */
function filled({ words: [program, ...args] }: CommandLine, values: Values): CommandLine["words"] {
  const byPlaceholder = new Map([
    ["{session_id}", values.sessionId],
    ["{agent_id}", values.agentId],
    ["{workspace_id}", values.workspaceId],
    ["{thread_id}", values.threadId],
    ["{prompt}", values.prompt],
  ]);
  const isOption = (word: string, at: number) =>
    word === "{prompt}" && values.prompt.startsWith("-") && !args.slice(0, at).includes("--");
  const filledArgs = args.flatMap((word, at) => {
    const value = byPlaceholder.get(word) ?? word;
    return isOption(word, at) ? ["--", value] : [value];
  });
  return [program, ...filledArgs];
}

function shown(words: CommandLine["words"]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : JSON.stringify(word))).join(" ");
}

/**
 * The time of the last human input from a command's output: empty, `now`, or a time. If the output is unclear, a human
 * may be typing, so it counts as now and the prompt waits.
 */
function inputTime(ended: Ended, now: number): number | undefined {
  if (ended.kind !== "done") return now;
  if (ended.output === "") return undefined;
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/u.test(ended.output)) return now;
  const at = Date.parse(ended.output);
  return Number.isNaN(at) ? now : Math.min(at, now);
}
