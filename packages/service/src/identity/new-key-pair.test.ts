import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("thousands of pairs are made while garbage is collected all the time", () => {
  const module = fileURLToPath(new URL("./new-key-pair.ts", import.meta.url));
  const script = `
    const { newKeyPair } = await import(${JSON.stringify(module)});
    for (let index = 0; index < 10_000; index += 1) newKeyPair("EdDSA");
    const { privateKey, publicKey } = newKeyPair("ES256");
    console.log(privateKey.d !== undefined && publicKey.d === undefined && publicKey.x === privateKey.x);
  `;
  const words = ["--gc-interval=37", "--import", import.meta.resolve("tsx"), "--input-type=module", "-e", script];
  const { stdout, signal } = spawnSync(process.execPath, words, { encoding: "utf8", timeout: 60_000 });
  expect({ stdout, signal }).toEqual({ stdout: "true\n", signal: null });
});
