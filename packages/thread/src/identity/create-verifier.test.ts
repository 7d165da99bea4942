import { createHmac, createPublicKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { claimsOf, ED25519, encoded, KEYS_FILE, P256, signed, testKey } from "../testing/tokens.js";
import { ThreadError } from "../thread-error.js";
import { createVerifier } from "./create-verifier.js";
import { keysFromFile } from "./keys.js";

let now = Date.now();
const verifier = createVerifier({ keys: await keysFromFile(KEYS_FILE), clock: { now: () => now } });
const seconds = () => Math.floor(now / 1000);

test.each([
  ["Ed25519", ED25519],
  ["the key before", testKey("test-ed25519-1")],
  ["P-256", P256],
])("a token that a trusted key has signed says who calls: %s", async (_, key) => {
  const claims = claimsOf({ iss: "https://platform.example", team: { name: "mobile" } });
  const { digest, ...verified } = await verifier.verify(signed(claims, key));
  expect(verified).toEqual({
    caller: { agentId: "reviewer", workspaceId: "ws_1", role: "worker", sessionId: "sess_reviewer" },
    jti: claims["jti"],
    usableUntil: ((claims["exp"] as number) + 30) * 1000,
  });
  expect(digest).toMatch(/^[\w-]{43}$/);
});

const symmetric = (kid: string, key: typeof ED25519) => {
  const text = `${encoded({ alg: "HS256", kid })}.${encoded(claimsOf())}`;
  const secret = createPublicKey(key.key).export({ type: "spki", format: "pem" });
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
};
const [head = "", , signature = ""] = signed().split(".");
const jwk = createPublicKey(ED25519.key).export({ format: "jwk" });
const stranger = testKey("test-stranger");

describe("refused, whatever its claims are", () => {
  test.each<[string, string]>([
    ["an empty text", ""],
    ["text", "this is no token"],
    ["two parts", `${head}.${encoded(claimsOf())}`],
    ["five parts, as an encrypted token has", "a.b.c.d.e"],
    ["no signature", `${encoded({ alg: "none", kid: ED25519.kid })}.${encoded(claimsOf())}.`],
    ["a payload that was changed", `${head}.${encoded(claimsOf({ role: "operator" }))}.${signature}`],
    ["a payload that is no object", signed("[]")],
    ["a payload that is null", signed("null")],
    ["a payload that is no JSON", signed("{")],
    ["the public key as a secret", symmetric(ED25519.kid, ED25519)],
    ["the other public key as a secret", symmetric(P256.kid, P256)],
    ["a key that is not trusted", signed(claimsOf(), stranger)],
    ["a key that is not trusted under a name that is", signed(claimsOf(), { ...stranger, kid: ED25519.kid })],
    ["a name of a key of another kind", signed(claimsOf(), { ...ED25519, kid: P256.kid })],
    ["no name of a key", signed(claimsOf(), ED25519, { kid: undefined })],
    ["a name of a key that is a member of every object", signed(claimsOf(), ED25519, { kid: "__proto__" })],
    ["a key that it brings along", signed(claimsOf(), stranger, { jwk, jku: "http://127.0.0.1:9/keys.json" })],
    ["an extension that must be understood", signed(claimsOf(), ED25519, { crit: ["x"], x: true })],
    ["a payload that is not encoded", signed(claimsOf(), ED25519, { crit: ["b64"], b64: false })],
    ["more characters than a token needs", signed(claimsOf({ more: "x".repeat(8000) }))],
  ])("%s", async (_, token) => {
    await expect(verifier.verify(token)).rejects.toMatchObject({ name: "ThreadError", code: "UNAUTHORIZED" });
  });

  test("and what it is told holds nothing of the token", async () => {
    const token = signed(claimsOf({ agent_id: 42, secret: "hunter2", exp: seconds() - 900 }));
    const refusal = await verifier.verify(token).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(ThreadError);
    const { message } = refusal as ThreadError;
    for (const part of [...token.split("."), "hunter2", "42"]) expect(message).not.toContain(part);
  });
});

describe("every claim is needed, in its form", () => {
  const forms = {
    agent_id: [undefined, 42, "", null, "x' OR '1'='1", "a b", "\u0000", "../x", "a".repeat(129)],
    workspace_id: [undefined, {}, "", "ws/1"],
    role: [undefined, ["operator"], "", "oper\u0000ator"],
    session_id: [undefined, true, "", "sess\n1", "sess\u0000_1"],
    iat: [undefined, "1700000000", null],
    exp: [undefined, "4102444800", null, true],
    jti: [undefined, 7, "", "\ud800"],
  };
  test.each(Object.entries(forms).flatMap(([claim, values]) => values.map((value) => [claim, value] as const)))(
    "%s: %j",
    async (claim, value) => {
      await expect(verifier.verify(signed(claimsOf({ [claim]: value })))).rejects.toMatchObject({
        code: "UNAUTHORIZED",
      });
    },
  );
});

test.each([
  ["expired a while ago", { exp: -31 }, false],
  ["expired within the leeway", { exp: -20 }, true],
  ["issued ahead of the leeway", { iat: 40 }, false],
  ["issued within the leeway", { iat: 20 }, true],
  ["not to be used yet", { nbf: 40 }, false],
  ["to be used within the leeway", { nbf: 20 }, true],
])("clocks may differ by 30 seconds: %s", async (_, times, accepted) => {
  const absolute = Object.fromEntries(Object.entries(times).map(([claim, offset]) => [claim, seconds() + offset]));
  const outcome = verifier.verify(signed(claimsOf(absolute)));
  if (accepted) await expect(outcome).resolves.toHaveProperty("caller");
  else await expect(outcome).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});

test("a token that was accepted is refused once it has expired", async () => {
  const token = signed(claimsOf({ exp: seconds() + 60 }));
  await expect(verifier.verify(token)).resolves.toHaveProperty("jti");
  now += 89_000;
  await expect(verifier.verify(token)).resolves.toHaveProperty("jti");
  now += 2000;
  await expect(verifier.verify(token)).rejects.toMatchObject({ message: expect.stringContaining("expired") });
});

test("a time beyond all dates is no trouble", async () => {
  await expect(verifier.verify(signed(claimsOf({ exp: 1e300 })))).resolves.toMatchObject({ usableUntil: 8.64e15 });
});
