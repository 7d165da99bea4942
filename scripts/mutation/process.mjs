// The reference behind the adapter protocol, with the mutant in it that the variable MUTANT describes.
import { register } from "node:module";
import { createInterface } from "node:readline";

register(new URL("hooks.mjs", import.meta.url), { data: JSON.parse(process.env.MUTANT) });
const { createHarness } = await import("../../packages/harness/dist/index.js");

const welcome = { name: "mutant", pool: true, surfaces: ["tools", "events", "memory", "process"] };
let harness;

async function answer({ cmd, workspace, harness_id: harnessId, tool, event, params }) {
  if (cmd === "hello") return welcome;
  if (cmd === "open") harness = createHarness({ root: workspace, ...(harnessId === undefined ? {} : { harnessId }) });
  if (cmd === "call") return harness.call(tool, params);
  return cmd === "emit" ? harness.emit(event, params) : null;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...request } = JSON.parse(line);
  const said = await answer(request).then(
    (result) => ({ id, result }),
    (refused) => ({ id, refusal: { message: refused.message } }),
  );
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
