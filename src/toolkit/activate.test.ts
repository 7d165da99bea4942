import { expect, test } from "vitest";
import { packageRoot } from "../base/package-root.js";
import { loadManifest } from "../content/manifest/load-manifest.js";
import { activateAgent, activateSkill } from "./activate.js";

const manifest = loadManifest(packageRoot);

test("a started skill brings its body in the harness's words, and only the topics that it refers to", () => {
  const text = activateSkill(manifest, "nx-plan", {
    operations: { plan_start: "nx_plan_start" },
    invocationMap: { user_question: () => "Ask." },
    topics: { resume_invocation: "Pass the id.\n", status_display: "There is none." },
  });
  expect(text).toMatch(/^The user has started the skill nx-plan\. Follow it from here on\.\n\n## Role\n/u);
  expect(text).toContain("record them by `nx_plan_start` with");
  expect(text).toMatch(/\n\n## About resume_invocation\n\nPass the id\.$/u);
  expect(text).not.toContain("{{");
  expect(text).not.toContain("There is none.");
  expect(activateSkill(manifest, "nx-plan", { mode: "auto", body: "Mine.\n" })).toBe(
    "The user has started the skill nx-plan in mode auto. Follow it from here on.\n\nMine.",
  );
});

test("an agent gets its body and its delegation, and neither takes the id of the other", () => {
  const text = activateAgent(manifest, "tester", { delegation: "TASK:\n1. Look" });
  expect(text).toMatch(/^## Role\n[\s\S]*\n\nTASK:\n1\. Look$/u);
  expect(() => activateAgent(manifest, "nx-plan")).toThrow('no agent or skill "nx-plan"');
  expect(() => activateSkill(manifest, "nx-paln")).toThrow('no agent or skill "nx-paln"');
});
