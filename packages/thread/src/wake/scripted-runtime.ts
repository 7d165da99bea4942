import { appendFileSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CODEX_CLI, codexCommand } from "./codex-cli.js";
import type { Outcome, Prompt, Runtime, WakeAction } from "./runtime.js";

/** The content of `runtime.json` (`state-schemas/runtime.schema.json`). */
interface Script {
  readonly trigger?: "ok" | "fails";
  readonly resume?: Answer;
  readonly spawn?: Answer;
  readonly human_input?: readonly string[];
}

type Answer = "ok" | "fails" | "absent";

const MEMBERS: Readonly<Record<keyof Script, (value: unknown) => boolean>> = {
  trigger: (value) => value === "ok" || value === "fails",
  resume: isAnswer,
  spawn: isAnswer,
  human_input: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
};

function isAnswer(value: unknown): boolean {
  return value === "ok" || value === "fails" || value === "absent";
}

/**
 * A simulated runtime for trials and conformance runs. It follows a script file, read at each use, and appends each
 * delivered prompt to `deliveries.jsonl` beside it. There are no real sessions.
 * @param file path of `runtime.json`. Without this file every attempt succeeds and there is no human input.
 * @param clock milliseconds
 */
export function scriptedRuntime(file: string, clock: { now(): number }): Runtime {
  const take = (
    script: Answer | undefined,
    action: WakeAction,
    agentId: string,
    sessionId: string | null,
    { text }: Prompt,
  ): Promise<Outcome> => {
    if (script === "absent") return Promise.resolve("absent");
    if (script === "fails") return Promise.resolve("failed");
    const at = new Date(clock.now()).toISOString();
    const line = JSON.stringify({ action, agent_id: agentId, session_id: sessionId, prompt: text, at });
    appendFileSync(join(dirname(file), "deliveries.jsonl"), `${line}\n`);
    return Promise.resolve("delivered");
  };
  return {
    async humanInputAt({ sessionId }) {
      return readScript(file).human_input?.includes(sessionId) === true ? clock.now() : undefined;
    },
    async trigger({ agentId, sessionId }, prompt) {
      return take(readScript(file).trigger, "trigger_runtime", agentId, sessionId, prompt);
    },
    async resume({ agentId, sessionId }, prompt) {
      return take(readScript(file).resume, "resume_session", agentId, sessionId, prompt);
    },
    async spawn({ agentId }, prompt) {
      return take(readScript(file).spawn, "spawn_session", agentId, null, prompt);
    },
    command(action, { runtime, sessionId }, { text }) {
      return runtime === CODEX_CLI ? codexCommand(action, sessionId, text) : undefined;
    },
  };
}

/** @throws Error with one line if the file exists and is not a valid script */
function readScript(file: string): Script {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw thrown;
  }
  const script: unknown = JSON.parse(text);
  if (typeof script !== "object" || script === null || Array.isArray(script)) {
    throw new Error(`${file} must hold a JSON object.`);
  }
  for (const [name, value] of Object.entries(script)) {
    if (!(name in MEMBERS)) {
      throw new Error(`${file} has the member "${name}". It may have ${Object.keys(MEMBERS).join(", ")}.`);
    }
    if (!MEMBERS[name as keyof Script](value)) throw new Error(`${file} has a ${name} that cannot be used.`);
  }
  return script as Script;
}
