import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { Project } from "./project.js";

export const A = ".nexus/memory/external-old-api.md";
export const B = ".nexus/memory/empirical-retry-limit.md";
/** Two memory files and two other files. */
export const FILES = { [A]: "old\n", [B]: "kept\n", ".nexus/.gitignore": "state/\n", "src/a.ts": "1\n" };

/** A project in a git repository, with every file committed. */
export class Repository extends Project {
  constructor(files: Readonly<Record<string, unknown>> = FILES) {
    super(files);
    this.git("init", "-q", "-b", "main");
    this.setUp();
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", "first");
  }

  setUp(): void {
    const settings = { "user.name": "Ada", "user.email": "ada@example.org", "commit.gpgSign": "false" };
    for (const [name, value] of Object.entries(settings)) this.git("config", name, value);
  }

  git(...words: readonly string[]): string {
    return execFileSync("git", words, { cwd: this.root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  }

  hook(name: string, script: string): void {
    const path = join(this.root, ".git/hooks", name);
    this.write(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }

  /** Everything that a refusal must leave unchanged. */
  state(): object {
    const status = this.git("status", "--porcelain", "-uall");
    return {
      head: this.git("rev-parse", "HEAD"),
      status,
      files: this.files().filter((file) => !file.startsWith(".git/")),
    };
  }

  async refused(paths: readonly string[]): Promise<string> {
    const before = this.state();
    const text = await this.harness()
      .memoryGc({ delete: paths })
      .then(
        (answer) => `accepted: ${JSON.stringify(answer)}`,
        (thrown: Error) => thrown.message,
      );
    expect(this.state()).toEqual(before);
    return text;
  }
}
