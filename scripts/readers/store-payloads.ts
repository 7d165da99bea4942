import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/base/package-root.js";

/** Where the tests of the hook find what real harnesses send. */
const FOLDER = "packages/harness/src/testing/payloads";

/** Keeps the payloads of a cycle, one a line, without what differs between two runs and what belongs to this machine. */
export function storePayloads(target: string, payloads: readonly object[], root: string): void {
  const ids = new Map<string, string>();
  const steady = (text: string) =>
    text
      .replaceAll(new RegExp(`${root}/[\\w-]+/project`, "gu"), "{PROJECT}")
      .replaceAll(new RegExp(`${root}/[\\w-]+/home[^"\\s]*`, "gu"), "{HOME}")
      .replaceAll(/<output-file>.*?<\/output-file>/gu, "")
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\bses_\w+/gu, (id) => {
        if (!ids.has(id)) ids.set(id, `id-${ids.size + 1}`);
        return ids.get(id) ?? id;
      });
  // What a tool has answered is long, and no hook reads it.
  const lines = payloads.map((payload) => `${steady(JSON.stringify({ ...payload, tool_response: undefined }))}\n`);
  writeFileSync(join(packageRoot, FOLDER, `${target}.jsonl`), lines.join(""));
}
