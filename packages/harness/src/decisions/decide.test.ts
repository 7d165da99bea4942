import { expect, test } from "vitest";
import { Project } from "../testing/project.js";

test("a decision reads and writes no files", async () => {
  const project = new Project();
  const answer = await project.harness().decide("detect_tags", { message: "[plan:auto] the cache" });
  expect(answer).toEqual({
    activations: [{ tag: "plan", type: "skill", skill: "nx-plan", mode: "auto", argument: "the cache" }],
    unknown: [],
  });
  expect(project.files()).toEqual([]);
});

test("a refusal of the toolkit becomes a refusal of the decision", async () => {
  const gate = new Project().harness().decide("gate_tool_use", { tool: "shell", additions: ["no_shel_exec"] });
  await expect(gate).rejects.toMatchObject({
    name: "ToolError",
    code: "DECISION_REFUSED",
    message: 'gate_tool_use cannot decide this: there is no capability "no_shel_exec".',
  });
});

test("an unknown agent is refused with a list of the known ones", async () => {
  await expect(new Project().harness().decide("effective_capabilities", { agent: "explorer" })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
    message: expect.stringMatching(
      /^effective_capabilities cannot use the parameter "agent": it must be one of .*engineer/u,
    ),
  });
});
