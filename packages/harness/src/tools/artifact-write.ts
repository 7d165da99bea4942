import { checkFileText } from "../contract/check-params.js";
import { artifactPath } from "../store/artifact-path.js";
import type { ToolOf } from "./tool.js";

export const artifactWrite: ToolOf<"artifact_write"> = {
  reads: [],
  writes: true,

  run(_state, { filename, content }, { root }) {
    checkFileText("artifact_write", "content", content);
    return {
      changes: { artifact: { filename, content } },
      answer: { success: true, path: artifactPath(root, filename) },
    };
  },
};
