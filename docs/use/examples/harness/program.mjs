import { createInterface } from "node:readline";
import adapter from "./adapter.mjs";

const { name, namespace, surfaces, tools, events, open } = adapter;
let session;

const ANSWERS = {
  hello: () => ({ name, namespace, surfaces, tools, events, pool: true }),
  open: ({ workspace }) => {
    session = open({ workspace, namespace });
    return null;
  },
  call: ({ tool, params }) => session.call(tool, params),
  emit: ({ event, params }) => session.emit(event, params),
  close: () => null,
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, cmd, ...request } = JSON.parse(line);
  try {
    console.log(JSON.stringify({ id, result: await ANSWERS[cmd](request) }));
  } catch (error) {
    console.log(JSON.stringify({ id, refusal: { message: error.message } }));
  }
}
