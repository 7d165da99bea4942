/** Errors in credentials and in the actors of fixtures are found when the contract is loaded. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { NexusError } from "../../base/errors.js";
import { inspectContract, loadContractFrom } from "../contract/contract.js";
import { contractFixtures, readCases } from "../fixture/find-fixtures.js";
import { planScope } from "../run/plan.js";
import { CREDENTIALS, deskContract } from "../testing/desk-contract.js";

/** The only error in the desk's credentials after a change, without the folder in front. */
function problemWith(change: (data: typeof CREDENTIALS & { credentials: Record<string, unknown> }) => unknown): string {
  const data = structuredClone(CREDENTIALS);
  change(data);
  const folder = deskContract({ "credentials.yml": data });
  const problems = inspectContract(folder);
  expect(problems.map(({ code }) => code)).toEqual(["NXC_CONTRACT_INVALID"]);
  return `${problems[0]?.where?.replace(/^.*?:\d+#/u, "")}: ${problems[0]?.message}`;
}

test.each([
  ["a misspelled member", { lyke: "ada" }, '/credentials/new/lyke: unknown property "lyke". Did you mean "like"?'],
  ["an unknown credential", { like: "adda" }, '/credentials/new/like: "adda" is not a credential. Did you mean "ada"?'],
  ["a credential that is like itself", { like: "new" }, "/credentials/new/like: new is like new, which is a circle"],
  [
    "an unknown key",
    { like: "ada", key: "curent" },
    '/credentials/new/key: "curent" is not a key. Did you mean "current"?',
  ],
  ["no key at all", { claims: { sub: "x" } }, '/credentials/new: "key" is missing'],
  ["no key for a secret", { like: "ada", alg: "HS256" }, '/credentials/new: "secret_of" is missing'],
  [
    "a change of a raw text",
    { like: "garbage", claims: { a: 1 } },
    '/credentials/new/like: "garbage" is a raw text, which cannot be changed',
  ],
  [
    "an unknown claim to leave out",
    { like: "ada", without: ["jtl"] },
    '/credentials/new/without: there is no claim "jtl" to leave out',
  ],
  [
    "a time of another form",
    { like: "ada", claims: { exp: { now: "1h" } } },
    "/credentials/new/claims: a time is {now: SECONDS}, with a whole number and no other member",
  ],
  [
    "another use of braces",
    { like: "ada", claims: { jti: "{{uniqe}}" } },
    "/credentials/new/claims/jti: in double braces, a credential can use only {{case}} and {{unique}}",
  ],
] as const)("%s is an error with its place", (_, credential, line) => {
  expect(problemWith(({ credentials }) => Object.assign(credentials, { new: credential }))).toBe(line);
});

test("a key that cannot sign, or whose two halves do not match, is an error", () => {
  expect(problemWith(({ keys }) => Object.assign(keys.strange.jwk, { crv: "P-256" }))).toMatch(
    /^\/keys\/strange\/jwk: this JWK cannot be used: /u,
  );
  expect(problemWith(({ keys }) => Object.assign(keys.strange.jwk, { x: keys.current.jwk.x }))).toBe(
    "/keys/strange/jwk: this JWK cannot be used: its public half does not belong to d",
  );
});

test("a missing credentials file is an error in contract.yml", () => {
  const folder = deskContract();
  rmSync(join(folder, "credentials.yml"));
  expect(inspectContract(folder).map(({ message }) => message)).toEqual([
    "there is no file credentials.yml beside contract.yml",
  ]);
});

/** The error in a desk case with these steps. */
function problemOf(steps: readonly unknown[], rest: object = {}): string {
  const folder = deskContract({
    "scenarios/desk.json": [{ test_id: "one", description: "One case of a test", steps, ...rest }],
  });
  const contract = loadContractFrom(folder);
  try {
    readCases(contractFixtures(contract, folder), contract);
    return "nothing";
  } catch (thrown) {
    const { code, message, where = "", remedy } = thrown as NexusError;
    return `${code} ${where.replace(/^.*#/u, "")} ${message} ${remedy}`;
  }
}

const WHOAMI = { tool: "whoami", params: {} };

test("an actor without a credential is an error in the fixture, for each repeated call", () => {
  const accepted = { assert_return: { "$.agent": "ada" } };
  expect(problemOf([{ as: "ada", action: WHOAMI, ...accepted }])).toBe("nothing");
  expect(problemOf([{ as: "adda", action: WHOAMI, ...accepted }])).toMatch(
    /^NXC_FIXTURE_UNKNOWN_ACTOR \/0\/steps\/0\/as "adda" has no credential in contract desk Did you mean "ada"\?/u,
  );
  expect(problemOf([{ concurrent: { times: 4, each: { as: "writer-{{n}}", action: WHOAMI } } }])).toBe("nothing");
  expect(problemOf([{ concurrent: { times: 5, each: { as: "writer-{{n}}", action: WHOAMI } } }])).toMatch(
    /^NXC_FIXTURE_UNKNOWN_ACTOR \/0\/steps\/0\/concurrent\/each\/as "writer-5" has no credential/u,
  );
  expect(problemOf([{ as: "writer-{{case}}", action: WHOAMI, ...accepted }])).toMatch(
    /^NXC_FIXTURE_INVALID \/0\/steps\/0\/as an actor with a credential must be known before the case runs/u,
  );
});

test("{{case}} is known from the start, and no capture can take its name", () => {
  const params = { text: "in {{case}}" };
  const accepted = { assert_return: { "$.length": { min: 1 } } };
  expect(problemOf([{ as: "ada", action: { tool: "leave", params }, ...accepted }])).toBe("nothing");
  expect(problemOf([{ as: "ada", action: WHOAMI, ...accepted, capture: { case: "$.agent" } }])).toMatch(
    /\/capture\/case "case" is a text that every case has, so it cannot name a capture/u,
  );
});

test("foreign fixtures can use {{case}} if the contract has credentials", () => {
  const steps = [{ as: "ada", action: WHOAMI, assert_return: { "$.workspace": "ws_{{cas}}" } }];
  const folder = deskContract({ "own.json": [{ test_id: "one", description: "One case of a test", steps }] });
  expect(() => planScope({ contract: folder, fixtures: ["own.json"], cwd: folder })).toThrow(
    'no earlier step captures "cas"',
  );
});
