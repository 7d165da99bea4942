/** Denials from the vocabulary to a harness's own tools: the functions that share one capability map. */

import { describe, expect, test } from "vitest";
import { loadManifest } from "../content/manifest/load-manifest.js";
import { effectiveCapabilities } from "./effective-capabilities.js";
import { EDITS_WITHOUT_TASKS, type GateDecision, gateToolUse } from "./gate-tool-use.js";
import { resolveDisallowedTools } from "./resolve-disallowed-tools.js";
import { uncoveredClasses } from "./uncovered-classes.js";

const { agents, skills, vocabulary } = loadManifest();

const capabilityMap = {
  file_creation: ["write_file", "nx_artifact_write"],
  file_modification: ["write_file", "patch"],
  file_deletion: ["remove"],
  partial_file_edit: ["patch"],
  structured_document_edit: [],
  nexus_task_creation: ["nx_task_add"],
  nexus_task_state_transition: ["nx_task_update"],
  nexus_task_metadata_modification: ["nx_task_update", "nx_task_close"],
  shell_command_exec: ["terminal", "read_file"],
  subprocess_spawn: ["terminal"],
  interactive_shell_session: [],
};
const exemptions = { readOnly: ["read_file"], artifactWrite: ["nx_artifact_write"] };

describe("effective capabilities", () => {
  test("are the canonical ones and the additions, each once", () => {
    expect([
      ...effectiveCapabilities({ capabilities: ["no_task_create"] }, ["no_shell_exec", "no_task_create"]),
    ]).toEqual(["no_task_create", "no_shell_exec"]);
  });

  test("never lack a canonical one, whatever is added", () => {
    for (const agent of agents) expect([...effectiveCapabilities(agent, [])]).toEqual(agent.capabilities);
  });

  test("applied twice are the same", () => {
    const once = effectiveCapabilities({ capabilities: ["no_task_create"] }, ["no_shell_exec"]);
    expect(effectiveCapabilities({ capabilities: [...once] }, ["no_shell_exec"])).toEqual(once);
  });
});

describe("disallowed tools", () => {
  test("are found in a map by capability, whose classes count as covered", () => {
    const byCapability = {
      no_shell_exec: {
        disallowed_tools: ["terminal"],
        mapped_classes: ["shell_command_exec", "subprocess_spawn", "interactive_shell_session"],
      },
      nexus_task_creation: ["nx_task_add"],
    };
    const held = ["no_shell_exec", "no_task_create"];
    expect(resolveDisallowedTools(held, vocabulary, byCapability)).toEqual(["nx_task_add", "terminal"]);
    expect(uncoveredClasses(vocabulary, byCapability)).not.toContain("subprocess_spawn");
    expect(() => resolveDisallowedTools(["no_file_edit"], vocabulary, byCapability)).toThrow("file_creation");
  });

  test("are sorted, each once", () => {
    expect(resolveDisallowedTools(["no_task_update", "no_file_edit"], vocabulary, capabilityMap)).toEqual([
      "nx_artifact_write",
      "nx_task_close",
      "nx_task_update",
      "patch",
      "remove",
      "write_file",
    ]);
  });

  test("leave out tools that only read, and artifact_write under a denial of workspace writes", () => {
    const held = ["no_file_edit", "no_shell_exec"];
    expect(resolveDisallowedTools(held, vocabulary, capabilityMap, exemptions)).toEqual([
      "patch",
      "remove",
      "terminal",
      "write_file",
    ]);
  });

  test("leave artifact_write denied by a capability that is not about the workspace", () => {
    const map = { ...capabilityMap, shell_command_exec: ["nx_artifact_write"] };
    expect(resolveDisallowedTools(["no_shell_exec"], vocabulary, map, exemptions)).toContain("nx_artifact_write");
  });

  test("are none for an agent without denials", () => {
    expect(resolveDisallowedTools([], vocabulary, {})).toEqual([]);
  });

  test("cannot be known for a capability that does not exist", () => {
    expect(() => resolveDisallowedTools(["no_file_edits"], vocabulary, capabilityMap)).toThrow(
      expect.objectContaining({
        code: "NXC_CAPABILITY_UNKNOWN",
        message: 'there is no capability "no_file_edits"',
        remedy: expect.stringContaining('Did you mean "no_file_edit"?'),
      }),
    );
  });

  test("cannot be known while the map has gaps, all of which are named", () => {
    expect(() => resolveDisallowedTools(["no_shell_exec"], vocabulary, { subprocess_spawn: [] })).toThrow(
      expect.objectContaining({
        code: "NXC_CAPABILITY_UNMAPPED",
        message: "the capability map has no entry for shell_command_exec, interactive_shell_session",
      }),
    );
  });
});

describe("uncovered classes", () => {
  test("are none where every class has an entry, if only an empty one", () => {
    expect(uncoveredClasses(vocabulary, capabilityMap)).toEqual([]);
  });

  test("are all that the vocabulary blocks, without a map", () => {
    expect(uncoveredClasses(vocabulary, {})).toEqual(Object.keys(capabilityMap));
  });

  test("are not hidden by members that every object has", () => {
    const capabilities = [{ ...vocabulary.capabilities[0]!, blocks_semantic_classes: ["constructor"] }];
    expect(uncoveredClasses({ capabilities }, {})).toEqual(["constructor"]);
  });
});

describe("the gate", () => {
  const gate = (tool: string, capabilities: readonly string[], more: object = {}): GateDecision =>
    gateToolUse({ tool, capabilities, ...more }, vocabulary, capabilityMap, exemptions);

  test.each([
    ["patch", "no_file_edit", "file_modification", /go(?:es)? through artifact_write/],
    ["nx_task_add", "no_task_create", "nexus_task_creation", /Name the missing work/],
    ["nx_task_close", "no_task_update", "nexus_task_metadata_modification", /Report the outcome/],
    ["terminal", "no_shell_exec", "shell_command_exec", /which command is needed/],
  ])("denies %s under %s, and says what to do instead", (tool, capability, semanticClass, advice) => {
    expect(gate(tool, [capability])).toEqual({
      allowed: false,
      capability,
      semanticClass,
      reason: expect.stringMatching(advice),
    });
  });

  test("has words for every intent of the vocabulary", () => {
    for (const { id, blocks_semantic_classes: classes } of vocabulary.capabilities) {
      const map = { ...capabilityMap, [classes[0]!]: ["some_tool"] };
      const decision = gateToolUse({ tool: "some_tool", capabilities: [id] }, vocabulary, map);
      expect(decision).not.toMatchObject({ reason: expect.stringContaining("what is needed, and why") });
    }
  });

  test("advises in general words where it does not know the intent", () => {
    const capabilities = [{ ...vocabulary.capabilities[0]!, id: "no_mail", intent: "mail_denial" }];
    const use = { tool: "patch", capabilities: ["no_mail"] };
    expect(gateToolUse(use, { capabilities }, capabilityMap)).toMatchObject({
      reason:
        '"patch" is denied to you by no_mail. Do not look for a way around it. Say in your report what is needed, and why.',
    });
  });

  test.each([
    ["a tool of another class", "nx_task_add", ["no_file_edit"]],
    ["a tool that no class has", "symbols", ["no_file_edit", "no_shell_exec"]],
    ["a tool that only reads, though the map has it", "read_file", ["no_shell_exec"]],
    ["artifact_write, which is no workspace write", "nx_artifact_write", ["no_file_edit"]],
    ["Lead everything", "remove", []],
  ])("allows %s", (_, tool, capabilities) => {
    expect(gate(tool, capabilities)).toEqual({ allowed: true });
  });

  test("holds workspace writes back until there is a task, where the harness asks for it", () => {
    expect(gate("patch", [], { hasTasks: false })).toEqual({
      allowed: false,
      reason: expect.stringContaining("Add the task with task_add first"),
    });
    expect(gate("patch", [], { hasTasks: true })).toEqual({ allowed: true });
    expect(gate("patch", [])).toEqual({ allowed: true });
  });

  test.each(["nx_artifact_write", "read_file", "terminal", "nx_task_add"])(
    "does not hold back %s without a task",
    (tool) => {
      expect(gate(tool, [], { hasTasks: false })).toEqual({ allowed: true });
    },
  );

  test.each(["nx-init", "nx-setup", "nx-sync", "memory_store", "memory_gc", "rule_store"])(
    "lets %s write without a task, but not against a capability",
    (activity) => {
      expect(gate("patch", [], { hasTasks: false, activity })).toEqual({ allowed: true });
      expect(gate("patch", ["no_file_edit"], { hasTasks: false, activity })).toMatchObject({ allowed: false });
    },
  );

  test("knows only skills and handlers that exist as writing without a task", () => {
    const known = [...skills.map(({ id }) => id), ...vocabulary.tags.map(({ handler }) => handler)];
    expect(EDITS_WITHOUT_TASKS.filter((activity) => !known.includes(activity))).toEqual([]);
  });

  test("holds nx-run to its tasks", () => {
    expect(gate("patch", [], { hasTasks: false, activity: "nx-run" })).toMatchObject({ allowed: false });
  });

  test("lets nothing through on a map with gaps", () => {
    expect(() => gateToolUse({ tool: "x", capabilities: ["no_file_edit"] }, vocabulary, {})).toThrow(
      expect.objectContaining({ code: "NXC_CAPABILITY_UNMAPPED" }),
    );
  });
});
