import { createHmac, createPublicKey, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keysFromSet } from "./keys.js";
import { ED25519, encoded, newKey, P256, RSA, signed as signedBy, signedText, type TestKey } from "./test-tokens.js";
import { createTokenVerifier, type TokenRules, textClaim } from "./verify-token.js";

let now = Date.now();
const seconds = () => Math.floor(now / 1000);
const published = ({ kid, key }: TestKey) => ({ kid, ...createPublicKey(key).export({ format: "jwk" }) });
const basics: TokenRules = {
  keys: await keysFromSet({ keys: [ED25519, P256, RSA].map(published) }),
  clock: { now: () => now },
};
const verifierOf = (rules: TokenRules) =>
  createTokenVerifier(rules, (payload) => ({ name: textClaim(payload, "name", /^[a-z]{1,20}$/) }));
const verify = verifierOf(basics);

/** The claims of a token that is good for an hour, with others in place of some or besides. */
const claimsOf = (others: object = {}): Record<string, unknown> => ({
  name: "reviewer",
  iat: seconds() - 10,
  exp: seconds() + 3600,
  jti: randomUUID(),
  ...others,
});
const signed = (claims: unknown = claimsOf(), key = ED25519, header = {}) => signedBy(claims, key, header);

const REFUSED = { name: "TokenRefused", message: expect.stringMatching(/^The token .+\.$/) };
const refusedFor = (why: string) => ({ name: "TokenRefused", message: expect.stringContaining(why) });

test.each([
  ["Ed25519", ED25519],
  ["P-256", P256],
  ["RSA", RSA],
])("a token that a trusted key has signed says who calls: %s", async (_, key) => {
  const claims = claimsOf({ iss: "https://platform.example", team: { name: "mobile" } });
  expect(await verify(signed(claims, key))).toEqual({
    caller: { name: "reviewer" },
    issuer: expect.stringMatching(/^[\w-]{43}$/),
    jti: claims["jti"],
    digest: expect.stringMatching(/^[\w-]{43}$/),
    usableUntil: ((claims["exp"] as number) + 30) * 1000,
  });
});

const symmetric = (kid: string, key: typeof ED25519) => {
  const text = `${encoded({ alg: "HS256", kid })}.${encoded(claimsOf())}`;
  const secret = createPublicKey(key.key).export({ type: "spki", format: "pem" });
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
};
const [head = "", , signature = ""] = signed().split(".");
const jwk = createPublicKey(ED25519.key).export({ format: "jwk" });
const stranger: TestKey = { kid: "stranger", key: newKey("EdDSA") };

/** Both lengths leave bits over in the last character. */
const header = encoded({ alg: "EdDSA", kid: ED25519.kid, more: "x" });
const payload = encoded({ ...claimsOf({ jti: "an-id" }), more: "" });

const text = (unsigned: string) => signedText(unsigned, ED25519.key);

function otherBits(text: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1) ?? "") + 1];
}

describe("refused, whatever its claims are", () => {
  test.each<[string, string]>([
    ["an empty text", ""],
    ["text", "this is no token"],
    ["two parts", `${head}.${encoded(claimsOf())}`],
    ["five parts, as an encrypted token has", "a.b.c.d.e"],
    ["no signature", `${encoded({ alg: "none", kid: ED25519.kid })}.${encoded(claimsOf())}.`],
    ["a payload that was changed", `${head}.${encoded(claimsOf({ name: "operator" }))}.${signature}`],
    ["a payload that is no object", signed("[]")],
    ["a payload that is null", signed("null")],
    ["a payload that is no JSON", signed("{")],
    ["the public key as a secret", symmetric(ED25519.kid, ED25519)],
    ["the other public key as a secret", symmetric(P256.kid, P256)],
    ["the public RSA key as a secret", symmetric(RSA.kid, RSA)],
    ["the name of an RSA key", signed(claimsOf(), { ...ED25519, kid: RSA.kid })],
    ["another algorithm of an RSA key", signed(claimsOf(), RSA, { alg: "PS256" })],
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
    await expect(verify(token)).rejects.toMatchObject(REFUSED);
  });

  test.each([
    ["padding behind the header", text(`${header}==.${payload}`)],
    ["padding behind the payload", text(`${header}.${payload}==`)],
    ["padding behind the signature", `${text(`${header}.${payload}`)}==`],
    ["other bits at the end of the header", text(`${otherBits(header)}.${payload}`)],
    ["other bits at the end of the payload", text(`${header}.${otherBits(payload)}`)],
    ["other bits at the end of the signature", otherBits(text(`${header}.${payload}`))],
    ["a blank within", text(`${header}. ${payload}`)],
    ["a line break at the end", `${text(`${header}.${payload}`)}\n`],
  ])("a second encoding of the same bytes: %s", async (_, token) => {
    await expect(verify(token)).rejects.toMatchObject(REFUSED);
  });

  test("and the message quotes nothing of the token", async () => {
    const token = signed(claimsOf({ name: 42, secret: "hunter2", exp: seconds() - 900 }));
    const message = await verify(token).then(String, (thrown: Error) => thrown.message);
    for (const part of [...token.split("."), "hunter2", "42"]) expect(message).not.toContain(part);
  });
});

describe("every claim that is asked for is needed, in its form", () => {
  const forms = {
    name: [undefined, 42, "", null, "Reviewer", "a b", "a".repeat(21)],
    iat: [undefined, "1700000000", null],
    exp: [undefined, "4102444800", null, true],
    jti: [undefined, 7, "", "\ud800"],
  };
  test.each(Object.entries(forms).flatMap(([claim, values]) => values.map((value) => [claim, value] as const)))(
    "%s: %j",
    async (claim, value) => {
      await expect(verify(signed(claimsOf({ [claim]: value })))).rejects.toMatchObject(REFUSED);
    },
  );
});

test.each([
  ["expired a while ago", { exp: -31 }, false],
  ["expired within the leeway", { iat: -60, exp: -20 }, true],
  ["issued ahead of the leeway", { iat: 40 }, false],
  ["issued within the leeway", { iat: 20 }, true],
  ["not to be used yet", { nbf: 40 }, false],
  ["to be used within the leeway", { nbf: 20 }, true],
])("clocks may differ by 30 seconds: %s", async (_, times, accepted) => {
  const absolute = Object.fromEntries(Object.entries(times).map(([claim, offset]) => [claim, seconds() + offset]));
  const outcome = verify(signed(claimsOf(absolute)));
  if (accepted) await expect(outcome).resolves.toHaveProperty("caller");
  else await expect(outcome).rejects.toMatchObject(REFUSED);
});

test("a token that was accepted is refused once it has expired", async () => {
  const token = signed(claimsOf({ exp: seconds() + 60 }));
  await expect(verify(token)).resolves.toHaveProperty("jti");
  now += 89_000;
  await expect(verify(token)).resolves.toHaveProperty("jti");
  now += 2000;
  await expect(verify(token)).rejects.toMatchObject(refusedFor("expired"));
});

test("a token that was accepted is refused once its key is withdrawn", async () => {
  let find = basics.keys.find;
  const ofOthers = verifierOf({ ...basics, keys: { ...basics.keys, find: (name) => find(name) } });
  const token = signed();
  await expect(ofOthers(token)).resolves.toHaveProperty("caller");
  find = async () => undefined;
  await expect(ofOthers(token)).rejects.toMatchObject(refusedFor("no key that is trusted"));
});

const DAY = 86_400;

test.each<[string, object, { iat?: number; exp: number }, boolean]>([
  ["a week", {}, { exp: 7 * DAY }, true],
  ["a second more than a week", {}, { exp: 7 * DAY + 1 }, false],
  ["longer than dates reach", {}, { exp: 1e300 }, false],
  ["as long as a service allows", { lifetimeSeconds: 30 * DAY }, { exp: 30 * DAY }, true],
  ["longer than a service allows", { lifetimeSeconds: 60 }, { exp: 61 }, false],
  ["no time at all", {}, { exp: 0 }, false],
  ["less than no time", {}, { iat: 20, exp: 10 }, false],
])("a token may live for a time that is limited: %s", async (_, options, { iat = 0, exp }, accepted) => {
  const claims = claimsOf({ iat: seconds() + iat, exp: seconds() + exp });
  const outcome = verifierOf({ ...basics, ...options })(signed(claims));
  if (accepted) await expect(outcome).resolves.toHaveProperty("caller");
  else await expect(outcome).rejects.toMatchObject(REFUSED);
});

const typed = (typ: unknown) => verify(signed(claimsOf(), ED25519, { typ }));

test.each([undefined, "JWT", "jwt", "application/jwt", "at+jwt", "AT+JWT", "application/at+jwt"])(
  "the type of an access token is accepted: %j",
  async (typ) => {
    await expect(typed(typ)).resolves.toHaveProperty("caller");
  },
);

test.each(["", "dpop+jwt", "logout+jwt", "id_token+jwt", "at+jwt+x", "application/", "text/jwt", null, 7, ["JWT"]])(
  "the type of another token is refused: %j",
  async (typ) => {
    await expect(typed(typ)).rejects.toMatchObject(refusedFor("(typ)"));
  },
);

const NAMED = { aud: "threads", iss: "https://platform.example" };

test.each([
  ["both as they are named", NAMED, true],
  ["one audience of several", { ...NAMED, aud: ["builds", "threads"] }, true],
  ["another audience", { ...NAMED, aud: "builds" }, "(aud)"],
  ["several others", { ...NAMED, aud: ["builds", "tests"] }, "(aud)"],
  ["an audience in other letters", { ...NAMED, aud: "Threads" }, "(aud)"],
  ["no audience", { iss: NAMED.iss }, "(aud)"],
  ["an audience that is no text", { ...NAMED, aud: { threads: true } }, "(aud)"],
  ["another issuer", { ...NAMED, iss: "https://platform.example/" }, "(iss)"],
  ["no issuer", { aud: NAMED.aud }, "(iss)"],
  ["a list of issuers", { ...NAMED, iss: [NAMED.iss] }, "(iss)"],
])("a service that names itself and its platform asks tokens for both: %s", async (_, claims, outcome) => {
  const strict = verifierOf({ ...basics, audience: NAMED.aud, issuer: NAMED.iss });
  const verified = strict(signed(claimsOf(claims)));
  if (outcome === true) await expect(verified).resolves.toHaveProperty("caller");
  else await expect(verified).rejects.toMatchObject(refusedFor(String(outcome)));
});
