// The desk behind the adapter protocol, with a clock that can be moved.
import { createInterface } from "node:readline";
import { createDesk, enveloped } from "./desk.mjs";

let desk;

async function answer({ cmd, tool, params, credential, milliseconds }) {
  if (cmd === "hello")
    return { name: `desk with ${process.env.DESK_KEYS === undefined ? "no keys" : "keys"}`, clock: true };
  if (cmd === "open") desk = createDesk({});
  if (cmd === "advance") desk.advance(milliseconds);
  return cmd === "call" ? enveloped(() => desk.call(tool, params, credential)) : null;
}

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, ...request } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id, result: await answer(request) })}\n`);
});
