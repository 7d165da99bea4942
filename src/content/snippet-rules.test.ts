import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { agentBody } from "./bodies/example-bodies.js";
import { rolesIn, SNIPPETS, withoutRoles } from "./bodies/snippets.js";
import type { Example } from "./rule.js";
import { validateContent } from "./validate-content.js";

const LEAD = SNIPPETS.find(({ name }) => name === "lead") ?? SNIPPETS[0];
const SHORT = LEAD === undefined ? "" : (withoutRoles(LEAD) ?? "");

/** The helper with this in place of the paragraph on Lead, and agents of these ids beside it. */
function broken(paragraph: string, ids: readonly string[] = []): readonly string[] {
  const others = ids.map(
    (id): Example => ({
      [`agents/${id}/meta.yml`]: `id: ${id}\nname: ${id}\ndescription: Helps when asked to.\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: []\n`,
      [`agents/${id}/body.md`]: agentBody("", {}, id),
    }),
  );
  const helper = agentBody().replace(LEAD?.text ?? "", paragraph);
  return validateContent(minimalContent(Object.assign({ "agents/helper/body.md": helper }, ...others)))
    .filter(({ file }) => file === "agents/helper/body.md")
    .map(({ rule, message, remedy }) => `${rule}: ${message}. ${remedy}`);
}

test("the paragraph on Lead names roles behind sentences that name none", () => {
  expect(SHORT).not.toBe("");
  expect(LEAD?.text.startsWith(SHORT)).toBe(true);
  expect(rolesIn(SHORT)).toEqual([]);
});

test("a folder without the roles of a paragraph needs its sentences before them, and may name its own roles", () => {
  expect(broken(SHORT)).toEqual([]);
  expect(broken(`${SHORT} Judging: law, lawyer. Making: code, helper.`)).toEqual([]);
  expect(broken(LEAD?.text ?? "")).toEqual([]);
});

test("a folder with all of these roles needs all of the paragraph", () => {
  const roles = rolesIn(LEAD?.text ?? "");
  expect(broken(SHORT, roles).join()).toContain('body/snippet-missing: the shared paragraph "lead" is missing');
  expect(broken(LEAD?.text ?? "", roles)).toEqual([]);
});

test("a paragraph that is missing or reworded is printed, as far as the folder needs it", () => {
  const place = "docs/rules.md of nexus-core lists all of them, from its src/content/bodies/snippets.ts.";
  expect(broken("")).toEqual([
    `body/snippet-missing: the shared paragraph "lead" is missing. It reads: ${SHORT} Add the paragraph word for word; ${place}`,
  ]);
  expect(broken(SHORT.replace("alone", "as the only one"))).toEqual([
    `body/snippet-reworded: this is the shared paragraph "lead" in other words. It reads: ${SHORT} Take that wording, which is compared by its hash; ${place}`,
  ]);
});
