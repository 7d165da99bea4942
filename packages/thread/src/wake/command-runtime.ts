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

/**
 * The runtime for real sessions. It runs the configured commands.
 * @param note receives a line for each command that fails
 */
export function commandRuntime(
  config: RuntimeConfig,
  clock: { now(): number },
  note: (text: string) => void = () => {},
): Runtime {
  const lineFor = (runtime: string, way: Way): CommandLine | undefined =>
    Object.hasOwn(config.runtimes, runtime) ? config.runtimes[runtime]?.[way] : undefined;

  const run = async (runtime: string, way: Way, values: Values): Promise<Ended | undefined> => {
    const line = lineFor(runtime, way);
    if (line === undefined) return undefined;
    const ended = await runCommand(line, filled(line, values), line.promptOnStdin ? values.prompt : "");
    if (ended.kind === "failed") note(`${line.words[0]}, the ${way} command of ${runtime}, ${ended.why}`);
    return ended;
  };

  const reach = async (way: Way, session: KnownSession, prompt: Prompt): Promise<Outcome> =>
    outcomeOf(await run(session.runtime, way, { ...session, threadId: prompt.threadId, prompt: prompt.text }));

  return {
    async humanInputAt(session) {
      const ended = await run(session.runtime, "human_input", { ...session, threadId: "", prompt: "" });
      return ended === undefined ? undefined : inputTime(ended, clock.now());
    },
    trigger: (session, prompt) => reach("trigger", session, prompt),
    resume: (session, prompt) => reach("resume", session, prompt),
    spawn: async (target, { threadId, text }) =>
      outcomeOf(await run(runtimeOf(target, config), "spawn", { ...target, sessionId: "", threadId, prompt: text })),
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

function outcomeOf(ended: Ended | undefined): Outcome {
  if (ended === undefined) return "absent";
  return ended.kind === "failed" ? "failed" : "delivered";
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
