import * as decisions from "./decisions.mjs";
import { checkParams } from "./schemas.mjs";

/** Takes a decision: from its parameters and the manifest alone. */
export async function decide(name, params) {
  checkParams(name, params);
  return decisions[name](params);
}
