/** From what stands behind `--model` and `--judge` to a model. */

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { splitCommand } from "../../src/conformance/adapters/split-command.js";
import { NexusError } from "../../src/errors.js";
import { commandModel } from "./command-model.js";
import type { ModelSource } from "./model.js";
import { openAiModel } from "./openai-model.js";
import type { Options } from "./options.js";
import { ScenarioError } from "./scenario-error.js";
import { scriptedModel } from "./scripted-model.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ScenarioError for a text that names none */
export function modelOf(text: string | undefined, flag: string, options: Options, env: Environment): ModelSource {
  if (text === undefined)
    throw new ScenarioError(flag, "no model was named, so there is nothing to run", `Give ${FORMS}.`);
  const [, kind, value = ""] = /^([a-z]+):(.*)$/su.exec(text) ?? [];
  if (text === "scripted") return scriptedModel;
  if (kind === "openai" && /^https?:\/\//u.test(value)) return serverOf(value, flag, options, env);
  if (kind === "command" && value.trim() !== "") return programOf(text, value, flag, options);
  if (kind === undefined && isThere(text, env)) return programOf(`command:${text}`, text, flag, options);
  const meant = kind === "cmd" && value !== "" ? `Did you mean "command:${value}"? ` : "";
  const problem = `"${text}" is no model${kind === undefined ? ", and no program of that name is found" : ""}`;
  throw new ScenarioError(flag, problem, `${meant}Give ${FORMS}.`);
}

const FORMS = "scripted, command:CMD, or openai:URL";

/** The name of the variable that holds the key. */
export function keyVariableOf(options: Pick<Options, "key-env">): string {
  return options["key-env"] ?? "NEXUS_MODEL_KEY";
}

function programOf(name: string, command: string, flag: string, { timeout }: Options): ModelSource {
  const words = wordsOf(command, flag);
  return { name, open: () => commandModel(words, timeout * 1_000) };
}

function serverOf(url: string, flag: string, options: Options, env: Environment): ModelSource {
  const { "model-name": modelName, timeout } = options;
  if (!URL.canParse(url)) throw new ScenarioError(flag, `"${url}" is no address`, "Give openai:http://HOST:PORT/v1.");
  const { username, password, host, search, hash } = new URL(url);
  // It would stand in every result, and no server would be asked with it.
  if (username !== "" || password !== "")
    throw new ScenarioError(flag, `the address of ${host} holds a user or password`, "Give a key by --key-env.");
  if (search !== "" || hash !== "")
    throw new ScenarioError(flag, `the address of ${host} holds more than a path`, "End it before the ? or #.");
  if (modelName === undefined)
    throw new ScenarioError(flag, "openai:URL asks for a model by its name", "Give --model-name.");
  const variable = keyVariableOf(options);
  const key = env[variable];
  if (options["key-env"] !== undefined && key === undefined)
    throw new ScenarioError("--key-env", `the environment has no ${variable}`, "Set it, or leave the option out.");
  if (key !== undefined && /[^\x21-\x7e]/u.test(key))
    throw new ScenarioError(
      "--key-env",
      `${variable} holds a blank, a line end or another character that no header can carry`,
      "Set it to the key alone.",
    );
  const timeoutMs = timeout * 1_000;
  const open = () => openAiModel({ url, modelName, timeoutMs, ...(key === undefined || key === "" ? {} : { key }) });
  return { name: `${modelName} at ${host}`, open };
}

function wordsOf(command: string, flag: string): readonly [string, ...string[]] {
  try {
    return splitCommand(command);
  } catch (thrown) {
    const { message, remedy } = NexusError.from(thrown);
    throw new ScenarioError(flag, message, remedy);
  }
}

/** Whether the first word is a program: a file, or a name on the search path. */
function isThere(command: string, env: Environment): boolean {
  const [program = ""] = command.trim().split(/\s/u);
  if (program === "") return false;
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return /[\\/]/u.test(program)
    ? isProgram(resolve(program))
    : folders.some((folder) => isProgram(join(folder, program)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
