import { text } from "node:stream/consumers";
import { emit } from "./emit.mjs";

const { event, params, workspace, namespace } = JSON.parse(await text(process.stdin));
try {
  console.log(JSON.stringify(await emit(workspace, namespace, event, params)));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
