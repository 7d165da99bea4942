import { text } from "node:stream/consumers";
import { emit } from "./emit.mjs";

const { event, params, workspace, harness_id } = JSON.parse(await text(process.stdin));
try {
  console.log(JSON.stringify(await emit(workspace, harness_id, event, params)));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
