import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A real folder with files, which is removed after the test. */
export class TemporaryProject {
  // Tests of permissions act as another user, who may enter this folder and not the one of the test run.
  readonly root = mkdtempSync(join(tmpdir(), "nexus-project-"));

  constructor(files: Readonly<Record<string, unknown>> = {}) {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    for (const [file, content] of Object.entries(files)) this.write(file, content);
  }

  /** Writes text and bytes as they are, and anything else as JSON. */
  write(file: string, content: unknown): void {
    const path = join(this.root, file);
    mkdirSync(dirname(path), { recursive: true });
    const isReady = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(path, isReady ? content : JSON.stringify(content));
  }

  read(file: string): unknown {
    return JSON.parse(this.readText(file));
  }

  readText(file: string): string {
    return readFileSync(join(this.root, file), "utf8");
  }

  /** The paths of all files, in order. */
  files(): readonly string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1))
      .sort();
  }
}
