import { createPublicKey } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type KeyName, keysFromFile, keysFromSet } from "./keys.js";
import { keysFrom } from "./keys-from.js";
import { keysFromUrl } from "./keys-from-url.js";
import { newKeyPair } from "./new-key-pair.js";
import { ED25519, P256, RSA, type TestKey } from "./test-tokens.js";

const published = ({ kid, key }: TestKey) => ({ ...createPublicKey(key).export({ format: "jwk" }), kid });
const [first, second, third] = [published(ED25519), published(P256), published(RSA)];
const NAMES = { ed25519: { kid: "ed25519", alg: "EdDSA" }, p256: { kid: "p256", alg: "ES256" } } as const;

const short = (bits: number) => newKeyPair("RS256", bits).publicKey;

const temporaryFolder = () => mkdtempSync(join(process.env["NEXUS_TEST_ROOT"] ?? tmpdir(), "keys-"));

test.each<[string, unknown, string]>([
  ["a list", [], 'is not a JWK set: it has no list "keys"'],
  ["no key at all", { keys: [] }, "holds no key"],
  [
    "keys for other purposes",
    { keys: [{ ...third, alg: "PS256" }, { ...third, use: "enc" }, { ...first, use: "enc" }, 7, null] },
    "holds no key",
  ],
  ["a key without a name", { keys: [{ ...first, kid: undefined }] }, "/keys/0 has no kid"],
  ["two keys of one name", { keys: [first, { ...second, kid: first.kid }] }, "/keys/1 has the kid of another"],
  ["a private key", { keys: [{ ...first, d: "hunter2" }] }, "/keys/0 is a private key"],
  [
    "an RSA key that is too short",
    { keys: [first, { ...short(2047), kid: "r" }] },
    "/keys/1 is an RSA key of 2047 bits. Use",
  ],
  ["an RSA key without its numbers", { keys: [{ kty: "RSA", kid: "r" }] }, "/keys/0 is an RSA key of 0 bits. Use"],
  ["a private RSA key", { keys: [{ ...RSA.key.export({ format: "jwk" }), kid: "r" }] }, "/keys/0 is a private key"],
  ["a point that is on no curve", { keys: [{ ...second, x: "AAAA" }] }, "/keys/0 is not a valid key"],
])("a set that cannot be used is refused in one line: %s", async (_, set, problem) => {
  const refusal = await keysFromSet(set).catch((thrown: unknown) => thrown);
  expect(refusal).toMatchObject({ name: "StartError", message: expect.stringContaining(problem) });
  expect((refusal as Error).message).not.toMatch(/\n|hunter2/);
});

test.each([
  ["is not there", undefined, "cannot be read"],
  ["is no JSON", "{", "is not valid JSON"],
])("a file that %s is refused in one line", async (_, text, problem) => {
  const file = join(temporaryFolder(), "keys.jwks.json");
  if (text !== undefined) writeFileSync(file, text);
  await expect(keysFromFile(file)).rejects.toMatchObject({ message: expect.stringContaining(`${file} ${problem}`) });
});

test.each<[string, KeyName, boolean]>([
  ["its name and algorithm", NAMES.ed25519, true],
  ["an unknown name", { kid: "__proto__", alg: "EdDSA" }, false],
  ["its name and algorithm, if it is an RSA key", { kid: "rsa", alg: "RS256" }, true],
  ["the name of a key of another kind", { kid: "p256", alg: "EdDSA" }, false],
  ["the name of an RSA key and another algorithm", { kid: "rsa", alg: "ES256" }, false],
])("a key is found by %s alone", async (_, name, isFound) => {
  const keys = await keysFromSet({ keys: [{ ...first, alg: "Ed25519", key_ops: ["verify"] }, second, third] });
  expect(await keys.find(name)).toEqual(isFound ? expect.objectContaining({ type: "public" }) : undefined);
  expect(await keys.find(name)).toBe(await keys.find(name));
});

test("keys are added and withdrawn without a restart, and half a file changes nothing", async () => {
  const file = join(temporaryFolder(), "keys.jwks.json");
  const replace = (set: unknown) => {
    writeFileSync(`${file}.new`, typeof set === "string" ? set : JSON.stringify(set));
    renameSync(`${file}.new`, file);
  };
  replace({ keys: [first] });
  const keys = await keysFromFile(file, 0);
  const trusted = async () => {
    const found = await Promise.all(Object.values(NAMES).map((name) => keys.find(name)));
    expect((await keys.list()).length).toBe(found.filter((key) => key !== undefined).length);
    return found.map((key) => key !== undefined);
  };
  expect(await trusted()).toEqual([true, false]);
  replace({ keys: [first, second] });
  expect(await trusted()).toEqual([true, true]);
  replace('{ "keys": [');
  expect(await trusted()).toEqual([true, true]);
  replace({ keys: [second] });
  expect(await trusted()).toEqual([false, true]);
});

/** Serves a text as a key set, on this machine. */
async function servedAt(text: string, status = 200): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(text)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
}

/** An address at which no server listens any more. */
async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}/jwks.json`;
}

test("keys come from a URL", async () => {
  const keys = await keysFrom(await servedAt(JSON.stringify({ keys: [first, second] })));
  expect(await keys.list()).toMatchObject([NAMES.ed25519, NAMES.p256]);
  expect(await keys.find(NAMES.p256)).toMatchObject({ type: "public" });
  expect(await keys.find({ kid: "other", alg: "ES256" })).toBe(undefined);
});

test.each<[string, () => Promise<string>, string]>([
  ["is not there", () => servedAt("", 404), "cannot be read: Expected 200 OK"],
  ["has no server", freeAddress, "cannot be read: connect ECONNREFUSED"],
  ["is no JSON", () => servedAt("{"), "cannot be read: Failed to parse"],
  ["is no key set", () => servedAt("[]"), "cannot be read: JSON Web Key Set malformed"],
  ["holds no usable key", () => servedAt('{"keys":[]}'), "holds no key"],
  ["is not encrypted", async () => "http://keys.example/jwks.json", "is not encrypted"],
])("a URL that %s is refused in one line", async (_, url, problem) => {
  await expect(keysFrom(await url())).rejects.toMatchObject({
    name: "StartError",
    message: expect.stringContaining(problem),
  });
});

test("a URL is read once for many tokens, again when a key is added, and its old keys serve while it is down", async () => {
  let answer: [status: number, keys: readonly object[]] = [200, [first]];
  let reads = 0;
  const server = createServer((_, response) => {
    reads += 1;
    const [status, keys] = answer;
    response.writeHead(status).end(JSON.stringify({ keys }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`);
  const keys = await keysFromUrl(url, { rereadMs: 60_000, pauseMs: 0 });
  const old = await keys.find(NAMES.ed25519);
  for (const _ of "many") expect(await keys.find(NAMES.ed25519)).toBe(old);
  expect(reads).toBe(1);

  // The URL is down at the time of a rotation, and then holds a set that cannot be used.
  for (const down of [
    [503, []],
    [200, [first, { ...second, kid: "" }]],
  ] satisfies (typeof answer)[]) {
    answer = down;
    await expect(keys.find(NAMES.p256)).rejects.toThrow(url.href);
    expect(await keys.find(NAMES.ed25519)).toBe(old);
  }
  answer = [200, [first, second]];
  expect(await Promise.all([keys.find(NAMES.p256), keys.find(NAMES.p256)])).toMatchObject([{ type: "public" }, {}]);
  expect(reads).toBe(4);

  const impatient = await keysFromUrl(url, { rereadMs: -1, pauseMs: 0 });
  answer = [503, []];
  expect(await impatient.find(NAMES.ed25519)).toMatchObject({ type: "public" });
  answer = [200, [second]];
  expect(await impatient.find(NAMES.ed25519)).toBe(undefined);
  const patient = await keysFromUrl(url, { rereadMs: -1, pauseMs: 60_000 });
  const before = reads;
  expect(await patient.find({ kid: "invented", alg: "ES256" })).toBe(undefined);
  expect(reads).toBe(before);
});
