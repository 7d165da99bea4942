import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/service.js";
import { claimsOf, ED25519, KEYS_FILE, P256, signed } from "../testing/tokens.js";
import { createVerifier } from "./create-verifier.js";
import { keysFromFile, keysFromSet } from "./keys.js";

interface KeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}
const published = JSON.parse(readFileSync(KEYS_FILE, "utf8")) as KeySet;
const [first, ...others] = published.keys;

test.each<[string, unknown, string]>([
  ["a list", [], 'is no JWK set: it has no list "keys"'],
  ["no key at all", { keys: [] }, "holds no key"],
  ["keys for other purposes", { keys: [{ kty: "RSA", kid: "r" }, { ...first, use: "enc" }, 7, null] }, "holds no key"],
  ["a key without a name", { keys: [{ ...first, kid: undefined }] }, "/keys/0 has no kid"],
  ["two keys of one name", { keys: [first, { ...others[0], kid: first?.["kid"] }] }, "/keys/1 has the kid of another"],
  ["a private key", { keys: [{ ...first, d: "hunter2" }] }, "/keys/0 is a private key"],
  ["a point that is on no curve", { keys: [{ ...others[1], x: "AAAA" }] }, "/keys/0 is no key that could be used"],
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

test("keys are added and withdrawn without a restart, and half a file changes nothing", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "keys.jwks.json");
  const replace = (set: unknown) => {
    writeFileSync(`${file}.new`, typeof set === "string" ? set : JSON.stringify(set));
    renameSync(`${file}.new`, file);
  };
  writeFileSync(file, JSON.stringify({ keys: [first] }));
  const verifier = createVerifier({ keys: await keysFromFile(file, 0), clock: { now: Date.now } });
  const ofFirst = signed(claimsOf(), ED25519);
  const ofOther = signed(claimsOf(), P256);
  const accepted = async () => {
    const settled = await Promise.allSettled([verifier.verify(ofFirst), verifier.verify(ofOther)]);
    return settled.map(({ status }) => status === "fulfilled");
  };
  expect(await accepted()).toEqual([true, false]);
  replace(published);
  expect(await accepted()).toEqual([true, true]);
  replace('{ "keys": [');
  expect(await accepted()).toEqual([true, true]);
  replace({ keys: others });
  expect(await accepted()).toEqual([false, true]);
});
