// The reference harness behind the adapter protocol.
import { createInterface } from "node:readline";
import { createHarness } from "../../packages/harness/dist/index.js";

let harness;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, cmd, workspace, tool, params } = JSON.parse(line);
  const answer = { id, result: null };
  if (cmd === "hello") {
    answer.result = {
      name: "harness over lines",
      pool: true,
      surfaces: ["tools", "memory"],
    };
  }
  if (cmd === "open") harness = createHarness({ root: workspace });
  if (cmd === "call") {
    try {
      answer.result = await harness.call(tool, params);
    } catch (refused) {
      delete answer.result;
      answer.refusal = { message: refused.message };
    }
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
