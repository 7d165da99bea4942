import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newKeyPair } from "@nexus-core/service/identity/new-key-pair";
import { ManualClock } from "@nexus-core/service/testing/manual-clock";
import { temporaryFolder } from "@nexus-core/service/testing/temporary-folder";
import { type CryptoKey, importJWK, SignJWT } from "jose";
import { onTestFinished } from "vitest";
import type { Clock } from "../base/clock.js";
import { readConfig } from "../config.js";
import { ThreadError } from "../contract/thread-error.js";
import { openService } from "../open-service.js";
import type { ThreadService } from "../thread-service.js";
import type { Runtime } from "../wake/runtime.js";

/** A line of deliveries.jsonl without its time. */
export interface Delivery {
  readonly action: string;
  readonly session_id: string | null;
  readonly prompt: string;
}

/** A folder with a trusted key, from which services of one workspace are opened. */
export class World {
  readonly folder = temporaryFolder();
  readonly keysFile = join(this.folder, "keys.jwks.json");
  private readonly pair = newKeyPair("EdDSA");
  private key: Promise<CryptoKey | Uint8Array> | undefined;
  private readonly ownClock = new ManualClock();
  readonly clock: Clock = this.ownClock;

  constructor() {
    const about = { kid: "k1", use: "sig", alg: "EdDSA" };
    writeFileSync(this.keysFile, JSON.stringify({ keys: [{ ...this.pair.publicKey, ...about }] }));
  }

  /** Opens a service on the folder's database. Several open services act like several processes. */
  async open(runtime?: Runtime): Promise<ThreadService> {
    const service = await this.openForAll(runtime);
    onTestFinished(() => service.close());
    return service;
  }

  /** Opens a service for all tests of a file, which must close it. */
  async openForAll(runtime?: Runtime): Promise<ThreadService> {
    const config = readConfig(
      { THREAD_KEYS: this.keysFile, THREAD_RUNTIME_SCRIPT: "runtime.json", THREAD_POST_QUOTA: "none" },
      this.folder,
    );
    return openService({ config, clock: this.clock, ...(runtime === undefined ? {} : { runtime }) });
  }

  async token(agent: string, { role = "worker", session = `sess_${agent}` } = {}): Promise<string> {
    this.key ??= importJWK(this.pair.privateKey, "EdDSA");
    const now = Math.floor(this.clock.now() / 1000);
    const claims = { agent_id: agent, workspace_id: "ws", role, session_id: session, iat: now, exp: now + 3600 };
    return new SignJWT({ ...claims, jti: randomUUID() })
      .setProtectedHeader({ alg: "EdDSA", kid: "k1" })
      .sign(await this.key);
  }

  /** Lets time pass. Each of the services checks every second which prompts are due. */
  async pass(seconds: number, ...services: readonly ThreadService[]): Promise<void> {
    for (let left = seconds; left > 0; left -= 1) {
      this.ownClock.advance(Math.min(1, left) * 1000);
      await Promise.all(services.map((service) => service.runDueWakes()));
    }
  }

  /** Moves the clock, without a look at prompts. */
  skip(milliseconds: number): void {
    this.ownClock.advance(milliseconds);
  }

  script(script: object): void {
    writeFileSync(join(this.folder, "runtime.json"), JSON.stringify(script));
  }

  get deliveries(): readonly Delivery[] {
    try {
      const lines = readFileSync(join(this.folder, "deliveries.jsonl"), "utf8").trim().split("\n");
      return lines.map((line) => {
        const { action, session_id, prompt } = JSON.parse(line) as Delivery;
        return { action, session_id, prompt };
      });
    } catch {
      return [];
    }
  }
}

/** The answer, or the code of the refusal with the time to wait. */
export async function told(call: Promise<object>): Promise<unknown> {
  try {
    return await call;
  } catch (thrown) {
    if (!(thrown instanceof ThreadError)) throw thrown;
    return thrown.retryAfterMs === undefined ? thrown.code : `${thrown.code} ${thrown.retryAfterMs}`;
  }
}
