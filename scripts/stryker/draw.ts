/** A checker for Stryker that lets only some of its changes be judged, as a draw decides. */

import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { Mutant } from "@stryker-mutator/api/core";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { type Draw, told } from "./settings.js";

type Drawable = Pick<Mutant, "fileName" | "location" | "replacement">;

/** Depends on nothing but the change and the commit, so that anyone can draw the same ones again. */
export function isDrawn({ fileName, location, replacement }: Drawable, folder: string, { commit, percent }: Draw) {
  const { start, end } = location;
  const change = [relative(folder, fileName), start.line, start.column, end.line, end.column, replacement];
  const lot = createHash("sha256")
    .update([commit, ...change].join("\n"))
    .digest()
    .readUInt32BE();
  return lot < (percent / 100) * 2 ** 32;
}

class DrawChecker {
  async init(): Promise<void> {}

  async check(mutants: readonly Mutant[]): Promise<object> {
    const { draw } = told();
    const result = (mutant: Mutant) =>
      draw === undefined || isDrawn(mutant, process.cwd(), draw)
        ? { status: "passed" }
        : { status: "compileError", reason: "not drawn" };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, result(mutant)]));
  }

  async group(mutants: readonly Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "draw", DrawChecker as never)];
