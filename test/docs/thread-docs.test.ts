/** The pages on the thread contract: they agree with the contract and the reference service. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import adapter from "../../packages/thread/src/adapter.js";
import { packageRoot } from "../../src/base/package-root.js";
import { loadContract } from "../../src/conformance/contract/contract.js";
import { Wallet } from "../../src/conformance/credentials/wallet.js";
import { temporaryFolder } from "../../src/testing/temporary-folder.js";
import { jsonBlocks } from "./docs-examples.js";

interface MethodExample {
  readonly as: string;
  readonly call: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
  /** The code of the refusal. */
  readonly error?: string;
}

const contract = loadContract("thread");
const examples = jsonBlocks("docs/contracts/thread/methods.md") as readonly MethodExample[];
const pageOf = (file: string) => readFileSync(join(packageRoot, file), "utf8");

const TIME = /^\d{4}-\d\d-\d\dT/u;
const CHOSEN = /^(?:th|msg|ws)_/u;

/** Maps the ids on the page to those that the service generated in this run. */
class Ids {
  private readonly real = new Map<string, string>();

  /** Replaces the ids in a value of the page. The first occurrence of an id gets the id in the answer. */
  filled(shown: unknown, came?: unknown): unknown {
    if (typeof shown === "string") {
      if (TIME.test(shown) && typeof came === "string" && TIME.test(came)) return came;
      if (!CHOSEN.test(shown)) return [...this.real].reduce((text, [id, own]) => text.replaceAll(id, own), shown);
      if (!this.real.has(shown) && typeof came === "string") this.real.set(shown, came);
      return this.real.get(shown) ?? shown;
    }
    if (Array.isArray(shown)) return shown.map((item, index) => this.filled(item, Object(came)[index]));
    if (typeof shown !== "object" || shown === null) return shown;
    return Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [
        name,
        name === "summary" ? Object(came)[name] : this.filled(value, Object(came)[name]),
      ]),
    );
  }
}

test("the reference service gives the answers that the methods page shows", async () => {
  const wallet = new Wallet(contract.credentials);
  const environment = { THREAD_KEYS: join(contract.folder, "keys.jwks.json"), THREAD_RUNTIME_SCRIPT: "runtime.json" };
  const session = await adapter.open({
    workspace: temporaryFolder(),
    namespace: "docs",
    signal: new AbortController().signal,
    environment,
  });
  const ids = new Ids();
  for (const { as, call, params, answer, error } of examples) {
    const credential = wallet.tokenOf(as);
    const given = ids.filled(params) as typeof params;
    const came = await session.call(call, given, { as, ...(credential === undefined ? {} : { credential }) });
    const seen = error === undefined ? came : (came as { error: { code: string } }).error.code;
    expect({ call, came: seen }).toEqual({ call, came: error ?? ids.filled(answer, came) });
  }
  await session.close?.();
});

test("the page explains every code of a refusal, and no other code", () => {
  const { properties } = contract.schemas.read("tool-schemas/error.json") as unknown as {
    properties: { error: { properties: { code: { enum: readonly string[] } } } };
  };
  const [, refusals = ""] = pageOf("docs/contracts/thread/README.md").split("\n## Refusals\n");
  const explained = [...(refusals.split("\n## ")[0] ?? "").matchAll(/^\| `([A-Z_]+)` \|/gmu)].map(([, code]) => code);
  expect([...explained].sort()).toEqual([...properties.error.properties.code.enum].sort());
});
