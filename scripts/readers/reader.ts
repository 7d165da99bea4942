/** A real tool that reads what render writes. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Target } from "../../src/render/form/target.js";

export interface Reader {
  /** What the table calls it. */
  readonly id: string;
  readonly target: Target;
  /** The folder below the project that is rendered into, where it is another one. */
  readonly folder?: string;
  /** In the npm registry, with the version that was tried last. */
  readonly package: string;
  readonly version: string;
  /** Packages that it needs beside it. */
  readonly others?: readonly string[];
  readonly listing: {
    readonly command: readonly string[];
    env(url: string): Readonly<Record<string, string>>;
    /** The names in what it prints. */
    agents(printed: string): readonly string[];
    skills(printed: string): readonly string[];
    /** A second command that lists the skills, where the first one does not. */
    readonly skillsCommand?: readonly string[];
  };
  /** A turn with a model behind `url`. */
  readonly turn: {
    command(message: string): readonly string[];
    env(url: string): Readonly<Record<string, string>>;
    /** The tool's name of an operation of the server. */
    operation(name: string): string;
    /** What the model has to call before it can call an operation. */
    readonly first?: readonly Step[];
    write(path: string, text: string): Step;
    /** Starts a subagent. */
    spawn(role: string, prompt: string): Step;
  };
  /** Files of the project's own that render adds to, with a hook that writes the file `own.txt`. */
  readonly own: Readonly<Record<string, string>>;
  /** Writes what it needs in the home folder before it reads a project. */
  prepare?(place: Place): void;
}

/** A call of the model. A text is the input of a tool that takes no JSON. */
export type Step = readonly [tool: string, input: object | string];

export interface Place {
  readonly home: string;
  readonly project: string;
  /** Where the tools are installed. */
  readonly tools: string;
  readonly url: string;
}

export function write(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
