import { effectiveCapabilities, gateToolUse } from "nexus-core/toolkit";
import { manifest } from "./manifest.mjs";

const { capabilities } = manifest.vocabulary;
const EDITS = capabilities.find(({ id }) => id === "no_file_edit").blocks_semantic_classes;

/** What the contract's own tools do; of any other, whoever calls it has to say it. */
const OWN_CLASSES = {
  task_add: ["nexus_task_creation"],
  task_update: ["nexus_task_state_transition"],
  task_close: ["nexus_task_metadata_modification"],
};

/** Whether an agent may use a tool. Lead has no role. */
export function gate({ tool, classes = OWN_CLASSES[tool] ?? [], role = { capabilities: [] }, additions, ...use }) {
  const blocked = capabilities.flatMap((capability) => capability.blocks_semantic_classes);
  const map = Object.fromEntries(blocked.map((each) => [each, classes.includes(each) ? [tool] : []]));
  const request = { tool, capabilities: effectiveCapabilities(role, additions), ...use };
  return gateToolUse(request, manifest.vocabulary, map, { artifactWrite: ["artifact_write"] });
}

export function isEdit(classes) {
  return classes.some((each) => EDITS.includes(each));
}
