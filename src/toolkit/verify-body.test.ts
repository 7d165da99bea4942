import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../base/package-root.js";
import { loadManifest } from "../content/manifest/load-manifest.js";
import { verifyBody } from "./verify-body.js";

const { agents } = loadManifest();
const [agent] = agents;
const body = readFileSync(join(packageRoot, "agents", agent!.id, "body.md"), "utf8");

test.each([
  ["the published body", body, true],
  ["one with CRLF", body.replaceAll("\n", "\r\n"), true],
  ["one without its last line end", body.trimEnd(), true],
  ["one with a blank line more at the end", `${body}\n`, true],
  ["one with a word more", `${body}word`, false],
  ["one with a blank inside", body.replace(" ", "  "), false],
  ["nothing", "", false],
])("%s", (_, text, expected) => {
  expect(verifyBody(text, agent!.body_hash)).toBe(expected);
});

test("the hash of another body, or no hash at all, proves nothing", () => {
  expect(verifyBody(body, agents[1]!.body_hash)).toBe(false);
  expect(verifyBody(body, "")).toBe(false);
});
