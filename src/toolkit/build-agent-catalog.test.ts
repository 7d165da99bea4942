import { expect, test } from "vitest";
import { loadManifest } from "../content/manifest/load-manifest.js";
import { type AgentCatalogOptions, buildAgentCatalog } from "./build-agent-catalog.js";

const manifest = loadManifest();
const classes = manifest.vocabulary.capabilities.flatMap(({ blocks_semantic_classes: blocked }) => blocked);
const options: AgentCatalogOptions = {
  capabilityMap: Object.fromEntries(classes.map((name) => [name, [`tool_of_${name}`]])),
  models: { high: "large", standard: "small" },
};

test("the catalog lists every agent of the manifest in order, in the terms of the harness", () => {
  const catalog = buildAgentCatalog(manifest, options);
  expect(catalog.map(({ id }) => id)).toEqual(manifest.agents.map(({ id }) => id));
  const engineer = manifest.agents.find(({ id }) => id === "engineer")!;
  expect(catalog.find(({ id }) => id === "engineer")).toEqual({
    id: "engineer",
    name: engineer.name,
    description: engineer.description,
    category: "do",
    capabilities: ["no_task_create", "no_task_update"],
    disallowedTools: [
      "tool_of_nexus_task_creation",
      "tool_of_nexus_task_metadata_modification",
      "tool_of_nexus_task_state_transition",
    ],
    model: "small",
    resumeTier: "bounded",
    bodyHash: engineer.body_hash,
  });
});

test("additions count, exemptions too", () => {
  const catalog = buildAgentCatalog(manifest, {
    ...options,
    additions: { engineer: ["no_shell_exec"] },
    exemptions: { readOnly: ["tool_of_subprocess_spawn"] },
  });
  expect(catalog.find(({ id }) => id === "engineer")).toMatchObject({
    capabilities: ["no_task_create", "no_task_update", "no_shell_exec"],
    disallowedTools: [
      "tool_of_interactive_shell_session",
      "tool_of_nexus_task_creation",
      "tool_of_nexus_task_metadata_modification",
      "tool_of_nexus_task_state_transition",
      "tool_of_shell_command_exec",
    ],
  });
});

test("one error names every agent and tier that cannot be mapped", () => {
  const { nexus_task_creation: _, ...capabilityMap } = options.capabilityMap;
  const [architect, engineer] = ["architect", "engineer"].map(
    (id) => manifest.agents.find((agent) => agent.id === id)!,
  );
  const small = { ...manifest, agents: [architect!, engineer!] };
  const broken = {
    capabilityMap,
    models: { standard: "small" },
    additions: { engineer: ["no_flight"], enginer: ["no_shell_exec"] },
  };
  expect(() => buildAgentCatalog(small, broken)).toThrow(
    expect.objectContaining({
      code: "NXC_CATALOG_UNMAPPED",
      message: `some agents cannot be registered: ${[
        'additions name "enginer", which is no agent',
        "architect has no model for the tier high",
        "architect: the capability map has no entry for nexus_task_creation",
        'engineer: there is no capability "no_flight"',
      ].join("; ")}`,
    }),
  );
});
