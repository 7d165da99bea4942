/** What `inspect` needs to run, in one module: it is loaded only then. */

export { loadContract } from "../../conformance/contract/contract.js";
export { loadModel } from "../../conformance/fuzz/load-model.js";
export { inspect } from "../../conformance/inspect/inspect.js";
