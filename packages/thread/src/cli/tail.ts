import { once } from "node:events";
import { existsSync } from "node:fs";

import { type ExitCode, Refused } from "@nexus-core/service/command-line/refused";
import { isPostgresUrl } from "@nexus-core/service/store/postgres-url";
import { definedOnly, reasonOf } from "nexus-core/base";

import { visible, visibleLine } from "nexus-core/visible-text";
import { isoTime } from "../base/clock.js";
import { auditOf } from "../store/audit.js";
import { openStore } from "../store/open-store.js";
import { statement } from "../store/statement.js";
import type { Store } from "../store/store.js";
import type { AuditRow, MessageRow } from "../store/tables.js";
import { settingsIn } from "./settings.js";

export interface TailOptions {
  readonly follow?: true;
  readonly since: number;
  readonly audit?: true;
  readonly database?: string;
}

const PAGE = 100;
const LOOK_EVERY_MS = 500;

/** Prints a thread from the database for the person on the machine. No cursor moves. */
export async function tail(thread: string, options: TailOptions): Promise<ExitCode> {
  const { THREAD_DATABASE } = process.env;
  const { database } = settingsIn(definedOnly({ database: options.database }), { THREAD_DATABASE });
  // Opening would make a missing database, and reading needs one that is there.
  if (!isPostgresUrl(database) && !existsSync(database)) {
    throw new Refused(2, `there is no database ${database}. Name the one that serve uses with --database.`);
  }
  const store = await openStore(database).catch((thrown: unknown) => {
    throw new Refused(3, reasonOf(thrown));
  });
  const end = new AbortController();
  const stop = () => end.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  // A reader such as head closes the output early.
  process.stdout.on("error", stop);
  try {
    const [title] = await store.read((tx) => tx.run(findTitle, { thread }));
    if (title === undefined) throw new Refused(2, `there is no thread ${thread} in ${shown(database)}.`);
    await printed(visibleLine(`${title.title}  [${title.status}]`));
    const watch = store.watch();
    const printer = new Printer(store, thread, options);
    await printer.print();
    while (options.follow === true && !end.signal.aborted) {
      await watch.next(LOOK_EVERY_MS, end.signal).catch(() => undefined);
      await printer.print();
    }
  } finally {
    await store.close();
  }
  return 0;
}

const findTitle = statement((db, p: { thread: string }) =>
  db.selectFrom("threads").select(["title", "status"]).where("thread_id", "=", p.thread),
);

const messagesAfter = statement((db, p: { thread: string; since: number; limit: number }) =>
  db
    .selectFrom("messages")
    .selectAll()
    .where("thread_id", "=", p.thread)
    .where("seq", ">", p.since)
    .orderBy("seq")
    .limit(p.limit),
);

class Printer {
  private seq: number;
  private readonly printedAudit = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly thread: string,
    private readonly options: TailOptions,
  ) {
    this.seq = options.since;
  }

  /** Prints what is new since the last call, in order of time. */
  async print(): Promise<void> {
    const audit = this.options.audit === true ? await this.newAudit() : [];
    for (;;) {
      const messages = await this.store.read((tx) =>
        tx.run(messagesAfter, { thread: this.thread, since: this.seq, limit: PAGE }),
      );
      for (const message of messages) {
        await this.auditUntil(audit, message.created_at);
        await printed(messageText(message));
        this.seq = message.seq;
      }
      if (messages.length < PAGE) break;
    }
    await this.auditUntil(audit, Number.POSITIVE_INFINITY);
  }

  private async newAudit(): Promise<AuditRow[]> {
    const rows = await this.store.read((tx) => auditOf(tx, this.thread));
    const fresh = rows.filter(({ audit_id }) => !this.printedAudit.has(audit_id));
    for (const { audit_id } of fresh) this.printedAudit.add(audit_id);
    return fresh;
  }

  private async auditUntil(audit: AuditRow[], time: number): Promise<void> {
    for (let [first] = audit; first !== undefined && first.at < time; [first] = audit) {
      await printed(auditText(first));
      audit.shift();
    }
  }
}

function messageText({ seq, created_at, sender_agent_id, kind, event_type, in_reply_to, body }: MessageRow): string {
  const what = [kind, event_type].filter((part) => part !== null).join(" ");
  const reply = in_reply_to === null ? "" : `  in reply to ${in_reply_to}`;
  return [
    visibleLine(`#${seq}  ${isoTime(created_at)}  ${sender_agent_id}  ${what}${reply}`),
    ...visible(body)
      .split("\n")
      .map((line) => `    ${line}`),
  ].join("\n");
}

function auditText({ at, agent_id, role, action, reason, details }: AuditRow): string {
  return visibleLine(`!   ${isoTime(at)}  ${agent_id} (${role})  ${action}: ${reason}  ${details}`);
}

/** A URL may hold a password. */
function shown(database: string): string {
  return isPostgresUrl(database) ? "the database" : database;
}

async function printed(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, "drain").catch(() => undefined);
}
