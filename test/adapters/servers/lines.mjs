// The reference harness behind the adapter protocol.
import { createInterface } from "node:readline";
import { createHarness } from "../../../packages/harness/dist/index.js";
import { lying } from "./lying.mjs";

const welcome = { name: "harness over lines", pool: true, surfaces: ["tools", "events", "memory"] };
let harness;

async function answer({ cmd, workspace, namespace, tool, event, params }) {
  if (cmd === "hello") return welcome;
  if (cmd === "open") harness = lying(workspace, (root) => createHarness({ root, harnessId: namespace }));
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
