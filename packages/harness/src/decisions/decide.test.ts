import { expect, test } from "vitest";
import { Project } from "../testing/project.js";

test("a decision is answered without a file being read or written", async () => {
  const project = new Project();
  const answer = await project.harness().decide("detect_tags", { message: "[plan:auto] the cache" });
  expect(answer).toEqual({
    activations: [{ tag: "plan", type: "skill", skill: "nx-plan", mode: "auto", argument: "the cache" }],
    unknown: [],
  });
  expect(project.files()).toEqual([]);
});

test("what the toolkit refuses is a refusal in the words of a tool", async () => {
  const gate = new Project().harness().decide("gate_tool_use", { tool: "shell", additions: ["no_shel_exec"] });
  await expect(gate).rejects.toMatchObject({
    name: "ToolError",
    code: "DECISION_REFUSED",
    message: 'gate_tool_use cannot decide this: there is no capability "no_shel_exec".',
  });
});

test("an agent that the manifest does not have is refused with those that it has", async () => {
  await expect(new Project().harness().decide("effective_capabilities", { agent: "explorer" })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
    message: expect.stringMatching(
      /^effective_capabilities cannot use the parameter "agent": it must be one of .*engineer/u,
    ),
  });
});
