// The desk behind the adapter protocol, with a clock that can be moved.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createDesk, enveloped } from "./desk.mjs";

const { DESK_KEYS, STARTS } = process.env;
if (STARTS !== undefined) appendFileSync(STARTS, `${DESK_KEYS === undefined ? "without" : "with"} keys\n`);
let desk;

async function answer({ cmd, tool, params, credential, milliseconds }) {
  if (cmd === "hello") return { name: "desk", clock: true };
  if (cmd === "open") desk = createDesk({});
  if (cmd === "advance") desk.advance(milliseconds);
  return cmd === "call" ? enveloped(() => desk.call(tool, params, credential)) : null;
}

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, ...request } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id, result: await answer(request) })}\n`);
});
