/** The options of `npm run scenarios`. */

import { parseArgs } from "node:util";
import { ScenarioError } from "./scenario-error.js";

export const USAGE = `npm run scenarios -- --model MODEL [options]

  --model MODEL       scripted, command:CMD, a CMD whose program is found, or openai:URL
  --model-name NAME   the model that openai:URL is asked for
  --key-env NAME      the environment variable that holds its key (NEXUS_MODEL_KEY)
  --samples N         runs with the body, and as many with its stand-in (5); not for scripted
  --scenario GLOB     only those with such ids
  --body ID           only those of one agent or skill
  --judge MODEL       asks the questions that no machine can answer; without it they are listed for a person
  --out FILE          writes FILE as Markdown, and the same as JSON beside it; FILE.jsonl keeps each run as it ends
  --resume            goes on from that FILE.jsonl, and runs only what is not in it
  --turns N           turns of a run before it is stopped (30)
  --timeout SECONDS   for one turn, with all tries to reach a server (120)
  --jobs N            runs at a time (1)
  --folder DIR        scenarios of your own
  --help              print this

Exit codes:
  0  every body binds its scenarios; with scripted: every scenario is told apart
  1  a body fails or makes no difference, or questions are open
  2  wrong invocation or data, or nothing was judged
  3  the model or the runner failed
  129, 130, 143  it was ended by a hang-up, Ctrl-C or SIGTERM; what had been finished is written, and says that it is
                 partial
`;

export type Options = ReturnType<typeof readOptions>;

/** @throws ScenarioError for the first that is wrong */
export function readOptions(words: readonly string[]) {
  const values = parsed(words);
  const { model, samples, out, resume = false } = values;
  if (model === "scripted" && samples !== undefined)
    throw new ScenarioError("--samples", "a script does the same every time, so one run of it is all", "Leave it out.");
  if (resume && out === undefined)
    throw new ScenarioError("--resume", "it goes on from the file beside --out", "Give the --out of the earlier run.");
  return {
    ...values,
    resume,
    samples: count(samples ?? "5", "--samples"),
    turns: count(values.turns ?? "30", "--turns"),
    timeout: count(values.timeout ?? "120", "--timeout"),
    jobs: count(values.jobs ?? "1", "--jobs"),
  };
}

function parsed(words: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const flag = { type: "boolean" } as const;
    return parseArgs({
      args: [...words],
      options: {
        ...{ model: text, "model-name": text, "key-env": text, samples: text, scenario: text, body: text, judge: text },
        ...{ out: text, turns: text, timeout: text, jobs: text, folder: text, resume: flag, help: flag },
      },
    }).values;
  } catch (thrown) {
    throw new ScenarioError("options", (thrown as Error).message.split(/(?<=')\./u, 1)[0] ?? "", "--help lists them.");
  }
}

/** As seconds of --timeout still within what a timer counts in milliseconds. */
const MOST = 999_999;

function count(text: string, flag: string): number {
  const number = /^[1-9]\d*$/u.test(text) ? Number(text) : 0;
  if (number < 1 || number > MOST)
    throw new ScenarioError(flag, `"${text}" is no number from 1 to ${MOST}`, "Give it as 5, for example.");
  return number;
}
