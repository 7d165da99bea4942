/** A folder with files that belong to the user, around a project that does not. */

import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The content of every guarded file. No output of the harness may contain it. */
export const SECRET = "hunter2-7f3a";

const PLAN = {
  id: 7,
  topic: SECRET,
  issues: [{ id: 1, title: SECRET, status: "pending" }],
  created_at: "2026-01-01T00:00:00Z",
};
const TASKS = { goal: SECRET, decisions: [SECRET], tasks: [] };
const CYCLE = { schema_version: "0.11", completed_at: "2026-01-01T00:00:00Z", branch: SECRET, plan: PLAN, tasks: [] };

/** Targets for links of the project: a user's files, and files that the harness could mistake for its own. */
const FILES: Readonly<Record<string, string>> = {
  "home/.bashrc": `export TOKEN=${SECRET}\n`,
  "home/thesis.docx": `${SECRET}\n`,
  "home/notes/memory.md": `<!-- tags: ${SECRET} -->\n${SECRET}\n`,
  "home/HEAD": `ref: refs/heads/${SECRET}\n`,
  // The HEAD of a worktree may be read anywhere.
  "home/worktree/HEAD": "ref: refs/heads/side\n",
  "home/config": `[core]\n\tfsmonitor = touch ${SECRET}\n`,
  "home/plan.json": JSON.stringify(PLAN),
  "home/tasks.json": JSON.stringify(TASKS),
  "home/history.json": JSON.stringify({ cycles: [CYCLE] }),
  "home/log.jsonl": `${JSON.stringify({ path: SECRET, last_accessed_ts: "2026-01-01T00:00:00Z", access_count: 1, last_agent: SECRET })}\n`,
  "home/agent-tracker.json": JSON.stringify([
    { harness_id: "x", agent_id: SECRET, started_at: "2026-01-01T00:00:00Z" },
  ]),
};

export class Guard {
  readonly root = mkdtempSync(join(tmpdir(), "guard-"));
  /** The project, three levels below the guarded folder. */
  readonly project = join(this.root, "code/clones/project");
  private before: ReadonlyMap<string, string>;

  constructor() {
    mkdirSync(join(this.root, "home/empty"), { recursive: true });
    mkdirSync(join(this.root, "code/clones"), { recursive: true });
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(join(this.root, file, ".."), { recursive: true });
      writeFileSync(join(this.root, file), text);
    }
    this.before = this.look();
  }

  /** The changes outside the project since the previous call, one sentence each. */
  changes(): readonly string[] {
    const { before } = this;
    const after = this.look();
    this.before = after;
    const names = new Set([...before.keys(), ...after.keys()]);
    return [...names]
      .filter((name) => before.get(name) !== after.get(name))
      .map((name) => {
        const how = !after.has(name) ? "is gone" : before.has(name) ? "has changed" : "is new";
        return `${name} ${how} outside of the project`;
      });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Everything but the project: kind, mode, time of change and content. */
  private look(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const visit = (path: string) => {
      if (path === this.project) return;
      const stats = lstatSync(path);
      const facts = [stats.mode, stats.nlink > 1 && !stats.isDirectory() ? stats.nlink : 1];
      const isParent = path === join(this.root, "code/clones");
      const content = stats.isFile()
        ? createHash("sha256").update(readFileSync(path)).digest("hex")
        : stats.isSymbolicLink()
          ? readlinkSync(path)
          : "";
      found.set(path.slice(this.root.length + 1), [...facts, isParent ? "" : stats.mtimeMs, content].join(" "));
      if (stats.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
    };
    visit(this.root);
    return found;
  }
}
