import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createHarness, type Harness } from "../harness.js";

export const NOW = "2026-03-01T09:00:00.000Z";

/** A real folder that is gone after the test. */
export class Project {
  readonly root = mkdtempSync(join(tmpdir(), "harness-"));

  constructor(files: Readonly<Record<string, unknown>> = {}) {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    for (const [file, content] of Object.entries(files)) this.write(file, content);
  }

  /** Text is written as it is, anything else as JSON. */
  write(file: string, content: unknown): void {
    const path = join(this.root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  }

  read(file: string): unknown {
    return JSON.parse(this.readText(file));
  }

  readText(file: string): string {
    return readFileSync(join(this.root, file), "utf8");
  }

  /** Every file by its path, in order, but for those that a process locks with. */
  files(): readonly string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1))
      .filter((file) => !file.startsWith(".nexus/state/.lock/"))
      .sort();
  }

  /** A harness on this folder whose clock stands still on a branch called main. */
  harness(): Harness {
    return createHarness({ root: this.root, clock: () => new Date(NOW), branch: () => "main" });
  }
}
