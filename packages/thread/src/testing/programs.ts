/** A runtime whose programs do what the script of a scripted runtime says. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { commandRuntime } from "../wake/command-runtime.js";
import type { Runtime } from "../wake/runtime.js";
import { readRuntimeConfig } from "../wake/runtime-config.js";

/** What a program is told beside its words, in the variable WAKE_TOLD. */
interface Told {
  /** The file that it adds a line to. */
  readonly deliveries: string;
  readonly agent: string;
  /** The time of the service's clock. */
  readonly at: number;
  /** The actions that end with an error. */
  readonly failing: readonly string[];
  /** The sessions in which a human types. */
  readonly typed: readonly string[];
}

/**
 * Two programs with the same source. `codex` is called with the default commands of the Codex CLI, and `agent` with an
 * action, the agent, the session and the prompt. Both write a lot to standard error, as real tools do.
 */
const PROGRAM = `#!/usr/bin/env node
const { appendFileSync, readFileSync, writeSync } = require("node:fs");
const { basename } = require("node:path");
const told = JSON.parse(process.env.WAKE_TOLD);
const words = process.argv.slice(2).filter((word, at, all) => !(word === "--" && at === all.length - 2));
const codex = () => (words[1] === "resume" ? ["resume_session", told.agent, ...words.slice(2)] : ["spawn_session", told.agent, "", words[1]]);
const [action, agent, session, given] = basename(process.argv[1]) === "codex" ? codex() : words;
if (action === "human_input") {
  const past = new Date(told.at - 82_800_000).toISOString().replace("Z", "+01:00");
  console.log(told.typed.includes(session) ? "now" : past);
} else if (told.failing.includes(action)) {
  process.exitCode = 1;
} else {
  writeSync(2, "working ".repeat(20_000));
  const prompt = given ?? readFileSync(0, "utf8");
  const line = { action, agent_id: agent, session_id: session || null, prompt, at: new Date(told.at).toISOString() };
  appendFileSync(told.deliveries, JSON.stringify(line) + "\\n");
}
`;

let folder: string | undefined;

/** The folder of the programs, which the service finds by their names. */
function folderOfPrograms(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), "programs-"));
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    folder = made;
    for (const name of ["codex", "agent"]) writeFileSync(join(folder, name), PROGRAM, { mode: 0o755 });
    process.env["PATH"] = `${folder}${delimiter}${process.env["PATH"] ?? ""}`;
  }
  return folder;
}

/** The runtime file is written anew for each use, because the script may have changed what is configured. */
export function programsFollowing(script: string, clock: { now(): number }): Runtime {
  const runtimeFor = (agent: string): Runtime => {
    const isThere = existsSync(script);
    const answers = (isThere ? JSON.parse(readFileSync(script, "utf8")) : {}) as Record<string, unknown>;
    const ways = { trigger: "trigger_runtime", resume: "resume_session", spawn: "spawn_session" };
    const failing = Object.entries(ways).flatMap(([way, action]) => (answers[way] === "fails" ? [action] : []));
    const typed = (answers["human_input"] ?? []) as readonly string[];
    const told: Told = {
      deliveries: join(dirname(script), "deliveries.jsonl"),
      agent,
      at: clock.now(),
      failing,
      typed,
    };
    process.env["WAKE_TOLD"] = JSON.stringify(told);
    const file = join(folderOfPrograms(), "runtime.json");
    writeFileSync(file, JSON.stringify(configFor(answers, isThere)));
    return commandRuntime(readRuntimeConfig(file), clock);
  };
  return {
    humanInputAt: (session) => runtimeFor(session.agentId).humanInputAt(session),
    trigger: (session, prompt) => runtimeFor(session.agentId).trigger(session, prompt),
    resume: (session, prompt) => runtimeFor(session.agentId).resume(session, prompt),
    spawn: (target, prompt) => runtimeFor(target.agentId).spawn(target, prompt),
    command: (action, target, prompt) => runtimeFor(target.agentId).command(action, target, prompt),
  };
}

function configFor(answers: Record<string, unknown>, asksForInput: boolean) {
  const own = {
    trigger: { command: ["agent", "trigger_runtime", "{agent_id}", "{session_id}"], prompt_on_stdin: true },
    resume: ["agent", "resume_session", "{agent_id}", "{session_id}", "{prompt}"],
    spawn: ["agent", "spawn_session", "{agent_id}", "", "{prompt}"],
    human_input: asksForInput && ["agent", "human_input", "{agent_id}", "{session_id}"],
  };
  const absent = Object.fromEntries(
    Object.entries(answers).flatMap(([way, answer]) => (answer === "absent" ? [[way, false]] : [])),
  );
  const { trigger, human_input } = own;
  return {
    runtimes: {
      codex_cli: { trigger, human_input, ...absent },
      another_cli: { ...own, ...absent },
      sh: { ...own, ...absent },
    },
    default_runtime: "another_cli",
  };
}
