// Started by the kit for each module: adapter, with file descriptor 3 for requests and answers.
import "../dist/conformance/adapters/host.js";
