/** The changes that Stryker makes to a source. Its own test runner is not used, because the kit judges them. */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import ts from "typescript";
import { packageRoot } from "../../src/base/package-root.js";
import { readText } from "../../src/base/read-text.js";
import type { Fault } from "../mutation/mutate.js";
import { functionAround } from "../mutation/probes.js";
import type { Change } from "./record.js";

/** The beginning of a long text is enough to recognise it. */
const SHOWN = 100;

/** A share of the changes. Another commit draws others. */
export interface Draw {
  readonly commit: string;
  /** From 1 to 100. */
  readonly percent: number;
}

export interface ChangedSource {
  readonly change: Change;
  readonly fault: Fault;
}

type Logger = ConstructorParameters<typeof Instrumenter>[0];

const silent = new Proxy({}, { get: () => () => false }) as Logger;

/** @param file from the root of the repository */
export async function changesOf(file: string, draw: Draw | undefined): Promise<readonly ChangedSource[]> {
  const text = readText(join(packageRoot, file), "source", file);
  const given = { name: file, content: text, mutate: true };
  const { mutants } = await new Instrumenter(silent).instrument([given], {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const drawn = draw === undefined ? mutants : mutants.filter((mutant) => isDrawn(mutant, draw));
  return drawn.map(({ location, replacement }) => {
    const at = ({ line, column }: typeof location.start) => source.getPositionOfLineAndCharacter(line, column);
    const [start, end] = [at(location.start), at(location.end)];
    const inside = functionAround(source, start, end);
    const faulty = { file, text: `${text.slice(0, start)}${replacement}${text.slice(end)}` };
    return {
      change: {
        line: location.start.line + 1,
        code: shown(text.split("\n")[location.start.line] ?? ""),
        original: shown(text.slice(start, end)),
        replacement: shown(replacement),
      },
      fault: inside === undefined ? faulty : { ...faulty, inside },
    };
  });
}

interface Drawable {
  readonly fileName: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly replacement: string;
}

type Position = { readonly line: number; readonly column: number };

/** Depends on nothing but the change and the commit, so that anyone can draw the same ones again. */
export function isDrawn({ fileName, location: { start, end }, replacement }: Drawable, { commit, percent }: Draw) {
  const change = [fileName, start.line, start.column, end.line, end.column, replacement];
  const lot = createHash("sha256")
    .update([commit, ...change].join("\n"))
    .digest()
    .readUInt32BE();
  return lot < (percent / 100) * 2 ** 32;
}

/** The code on one line. */
export function shown(code: string): string {
  const line = code.replace(/\s+/gu, " ").trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
