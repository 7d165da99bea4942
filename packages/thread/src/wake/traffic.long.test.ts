/** Two days of a team on a clock that is moved: nothing that was posted stays unread, and nothing is sent in vain. */
import { randomOf } from "@nexus-core/service/testing/random";
import { expect, test } from "vitest";
import { told, World } from "../testing/world.js";
import type { ThreadService } from "../thread-service.js";
import type { Runtime } from "./runtime.js";

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const AGENTS = ["ada", "bob", "cleo", "dan", "eve"];
/** How often a human begins to type in the session of a participant when somebody posts. */
const PEOPLE_TYPE = 0.8;

interface Member {
  readonly name: string;
  readonly managed: boolean;
  session: string;
  status: "none" | "active" | "idle";
  /** Until when a human types in its session. */
  typesUntil: number;
  /** Until when a session that was started may be silent. */
  startsUntil: number;
  tokenUntil: number;
  token: string;
}

class Team {
  readonly world = new World();
  readonly services: ThreadService[] = [];
  readonly members = new Map<string, Member>();
  readonly threads: { readonly id: string; readonly participants: readonly string[] }[] = [];
  readonly mistakes: string[] = [];
  readonly counts = { posts: 0, deliveries: 0, starts: 0, deferred: 0, remembered: 0 };
  private readonly agenda: { at: number; work: () => Promise<void> }[] = [];
  private sessions = 0;

  constructor(private readonly chance: () => number) {}

  get now(): number {
    return this.world.clock.now();
  }

  later(seconds: number, work: () => Promise<void>): void {
    this.agenda.push({ at: this.now + seconds * SECOND, work });
  }

  async open(): Promise<void> {
    const runtime: Runtime = {
      humanInputAt: async ({ agentId }) => {
        const { typesUntil } = this.member(agentId);
        return typesUntil > this.now ? this.now : undefined;
      },
      trigger: async ({ agentId, sessionId }, { threadId }) => {
        const member = this.member(agentId);
        if (this.chance() < 0.05) return "failed";
        if (member.status !== "idle" || member.session !== sessionId) return "failed";
        await this.check(member, threadId, "trigger");
        this.turn(member, threadId, 1);
        return "delivered";
      },
      resume: async ({ agentId }, { threadId }) => this.start(this.member(agentId), threadId),
      spawn: async ({ agentId }, { threadId }) => this.start(this.member(agentId), threadId),
      command: () => undefined,
    };
    for (let at = 0; at < 2; at++) this.services.push(await this.world.open(runtime));
    for (const [at, name] of AGENTS.entries()) {
      const managed = at % 2 === 0;
      const member: Member = {
        name,
        managed,
        session: "",
        status: "none",
        typesUntil: 0,
        startsUntil: 0,
        tokenUntil: 0,
        token: "",
      };
      this.members.set(name, member);
    }
    for (let at = 0; at < 6; at++) {
      const participants = AGENTS.filter((_, index) => (index + at) % 3 !== 0);
      const about = { title: `Thread ${at}`, type: "workflow", participants };
      const { thread_id } = (await this.call(this.member("ada"), "create_thread", about)) as { thread_id: string };
      this.threads.push({ id: thread_id, participants });
    }
  }

  member(name: string): Member {
    const member = this.members.get(name);
    if (member === undefined) throw new Error(`no ${name}`);
    return member;
  }

  async call(member: Member, method: string, params: object): Promise<unknown> {
    if (member.tokenUntil < this.now) {
      member.token = await this.world.token(member.name, { session: member.session || `cli-${member.name}` });
      member.tokenUntil = this.now + 3000 * SECOND;
    }
    const service = this.services[Math.floor(this.chance() * this.services.length)];
    return told(service!.call(method, params, member.token));
  }

  async beat(member: Member, status: "active" | "idle"): Promise<void> {
    member.status = status;
    member.startsUntil = 0;
    const management_mode = member.managed ? "managed" : "unmanaged";
    await this.call(member, "heartbeat_session", { runtime: "sim", management_mode, resumable: true, status });
  }

  /** A prompt is a mistake if there is nothing to read, or a session was started a moment ago. */
  async check(member: Member, threadId: string, how: string): Promise<void> {
    this.counts.deliveries += 1;
    const { threads } = (await this.call(member, "list_threads", { unread_only: true })) as {
      threads: { thread_id: string }[];
    };
    if (!threads.some(({ thread_id }) => thread_id === threadId))
      this.mistakes.push(`${how} of ${member.name} for nothing`);
    if (member.startsUntil > this.now) this.mistakes.push(`${how} of ${member.name} while a session starts`);
  }

  async start(member: Member, threadId: string): Promise<"delivered" | "failed"> {
    if (this.chance() < 0.05) return "failed";
    if (member.status === "active") this.mistakes.push(`start of ${member.name} beside an active session`);
    await this.check(member, threadId, "start");
    this.counts.starts += 1;
    this.sessions += 1;
    member.session = `s-${this.sessions}`;
    member.tokenUntil = 0;
    member.startsUntil = this.now + 60 * SECOND;
    member.status = "idle";
    this.turn(member, threadId, 5);
    return "delivered";
  }

  /** The member works: it reads the thread, answers now and then, and is idle again. Its hooks send heartbeats. */
  turn(member: Member, threadId: string, delay: number): void {
    const { session } = member;
    const alive = (work: () => Promise<void>) => async () => {
      if (member.session === session) await work();
    };
    this.later(
      delay,
      alive(async () => {
        await this.beat(member, "active");
        const { last_seq } = (
          (await this.call(member, "list_threads", {})) as {
            threads: { thread_id: string; last_seq: number }[];
          }
        ).threads.find(({ thread_id }) => thread_id === threadId) ?? { last_seq: 0 };
        await this.call(member, "ack_read", { thread_id: threadId, last_read_seq: last_seq });
      }),
    );
    const length = 20 + this.chance() * 90;
    if (this.chance() < 0.3)
      this.later(
        delay + length / 2,
        alive(() => this.post(member, threadId)),
      );
    this.later(
      delay + length,
      alive(() => this.beat(member, "idle")),
    );
  }

  async post(member: Member, threadId: string): Promise<void> {
    this.counts.posts += 1;
    await this.call(member, "post_message", { thread_id: threadId, schema_version: 1, kind: "chat", body: "Hello" });
    const { participants = [] } = this.threads.find(({ id }) => id === threadId) ?? {};
    for (const name of participants.filter((other) => other !== member.name)) await this.wake(member, threadId, name);
  }

  /** Asks once, and again only if the answer says that nothing will come. */
  async wake(by: Member, thread_id: string, target: string): Promise<void> {
    const params = { thread_id, target_agent_id: target, reason: "unread", trigger_prompt: `Read ${thread_id}.` };
    const answer = await this.call(by, "trigger_participant", params);
    const again = async () => {
      const unread = (await this.call(this.member(target), "list_threads", { unread_only: true })) as {
        threads: { thread_id: string }[];
      };
      if (unread.threads.some((thread) => thread.thread_id === thread_id)) await this.wake(by, thread_id, target);
    };
    if (typeof answer === "string") {
      this.later(45, again);
      return;
    }
    const { result } = answer as { result: string };
    if (result === "deferred") {
      this.counts.deferred += 1;
      this.later(61, again);
    }
    if (result === "not_needed") this.counts.remembered += 1;
  }

  /** Lets time pass until the next thing happens, for this team or for the services. */
  async run(until: number): Promise<void> {
    while (this.now < until) {
      this.agenda.sort((one, other) => one.at - other.at);
      const wakes = await Promise.all(this.services.map((service) => service.nextWakeAt()));
      const next = Math.min(this.agenda[0]?.at ?? until, ...wakes.map((at) => at ?? until), until);
      this.world.skip(Math.max(1, Math.ceil(next - this.now)));
      await Promise.all(this.services.map((service) => service.runDueWakes()));
      while (this.agenda[0] !== undefined && this.agenda[0].at <= this.now) await this.agenda.shift()?.work();
    }
  }
}

test("in two days of traffic nothing stays unread, nothing is sent in vain, and no two sessions start at once", async () => {
  const chance = randomOf(20260301);
  const team = new Team(chance);
  await team.open();
  const end = team.now + 2 * DAY;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)] as Item;
  const somebody = async (): Promise<void> => {
    const thread = pick(team.threads);
    const member = team.member(pick(thread.participants));
    const other = team.member(pick(thread.participants));
    if (chance() < PEOPLE_TYPE) other.typesUntil = team.now + chance() * 150 * SECOND;
    await team.post(member, thread.id);
    if (team.now < end) team.later(60 + chance() * 6000, somebody);
  };
  team.later(1, somebody);
  await team.run(end);
  await team.run(end + 3 * 60 * 60 * SECOND);

  expect(team.mistakes).toEqual([]);
  for (const member of team.members.values()) {
    expect({
      member: member.name,
      ...((await team.call(member, "list_threads", { unread_only: true })) as object),
    }).toEqual({
      member: member.name,
      threads: [],
      has_more: false,
    });
  }
  expect(team.counts.posts).toBeGreaterThan(60);
  // Each kind of event occurred.
  const { deferred, remembered, starts } = team.counts;
  expect({ deferred: deferred > 0, remembered: remembered > 0, starts: starts > 0 }).toEqual({
    deferred: true,
    remembered: true,
    starts: true,
  });
}, 900_000);
