/** Commands print what adapters, contracts and files supply only as text. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { counterContract } from "../conformance/testing/counter-contract.js";
import { minimalContent } from "../testing/minimal-content.js";
import { temporaryFolder, writeFiles } from "../testing/temporary-folder.js";
import { program as conformance } from "./nexus-conformance.js";
import { program as core } from "./nexus-core.js";
import { runHere } from "./testing/run-here.js";

const HOSTILE = "\n::error::x ##[group]\u001b[2J\u202e\u200b\u{e0041}\u2028\u009b1m\r";
const SHOWN = "\\u{202e}\\u{200b}\\u{e0041}";

const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const ADAPTER = `
const said = ${JSON.stringify(HOSTILE)};
export default {
  name: said, version: said, surfaces: ["tools", "events"],
  open: ({ workspace }) => ({
    call: (tool) => { if (tool === "read") throw new Error(said); return { total: said, [said]: said }; },
    emit: () => { throw new Error(said); },
  }),
};`;

const cwd = temporaryFolder();
const contract = counterContract();

function exchange(file: string, text: string): void {
  const before = readFileSync(join(contract, file), "utf8");
  expect(before).toContain(text);
  writeFiles(contract, { [file]: before.replaceAll(text, JSON.stringify(HOSTILE).replace(/^"|"$/g, "")) });
}

beforeAll(async () => {
  const yaml = readFileSync(join(contract, "contract.yml"), "utf8").replaceAll(
    /text: (.*?)(?=, untested| \})/g,
    'text: "$1"',
  );
  writeFiles(contract, { "contract.yml": yaml });
  exchange("contract.yml", "Adding raises the total by the number given.");
  exchange("tools/counter.json", "Two additions are summed up in the file");
  const said = JSON.stringify(HOSTILE);
  writeFiles(cwd, {
    "adapter.mjs": ADAPTER,
    "bad.mjs": `throw new Error("x" + ${said}.trim());`,
    "known.yml": `failing: [{ case: read_returns_the_total, reason: ${said}, issue: ${said} }]\n`,
    "message.md": `Done.\n\n\`\`\`nexus-report\n{ "role": ${said.replaceAll("\\n", "x")} }\n\`\`\`\n`,
  });
  writeFiles(join(cwd, HOSTILE), Object.fromEntries(minimalContent().texts));
  await runHere(conformance, ["run", ...target(), "--store", "failures"], cwd);
});

function target(): readonly string[] {
  return ["--contract", contract, "--timeout", "3000", "--adapter", "module:./adapter.mjs"];
}

test.each([
  ["a run", conformance, ["run", ...target()]],
  ["a run that is traced", conformance, ["run", ...target(), "--trace", "--reporter", "dot"]],
  ["a run with a baseline", conformance, ["run", ...target(), "--baseline", "known.yml"]],
  ["smoke", conformance, ["smoke", ...target()]],
  ["coverage", conformance, ["coverage", ...target()]],
  ["replay", conformance, ["replay", "add_twice", "--store", "failures"]],
  ["the list of cases", conformance, ["list", "--contract", contract]],
  ["the list of requirements", conformance, ["list", "requirements", "--contract", contract]],
  ["an explained case", conformance, ["explain", "add_twice", "--contract", contract]],
  ["an explained requirement", conformance, ["explain", "counter.add.sums", "--contract", contract]],
  ["an adapter that does not load", conformance, ["run", ...target().with(-1, "module:./bad.mjs")]],
  ["an adapter that is not there", conformance, ["run", ...target().with(-1, `module:./${HOSTILE}`)]],
  ["a report that is not there", conformance, ["report", HOSTILE]],
  ["a command that is not there", conformance, [HOSTILE]],
  ["a copy", conformance, ["copy", `copy${HOSTILE}`, "--contract", contract]],
  ["a new baseline", conformance, ["run", ...target(), "--baseline", `${HOSTILE}.yml`, "--update-baseline"]],
  ["a folder of content", core, ["validate", HOSTILE]],
  ["a folder of content without a manifest", core, ["verify", HOSTILE]],
  ["a report of an agent", core, ["check-report", "message.md"]],
  ["a report of an agent, as annotations", core, ["check-report", "message.md", "--format", "github"]],
] as const)("%s prints text of others as text", async (_, program, words) => {
  const { stdout, stderr } = await runHere(program, words, cwd);
  for (const text of [stdout, stderr]) {
    expect(text).not.toMatch(UNSEEN);
    expect(text).not.toMatch(/##\w*\[/u);
    expect(text.split("\n").filter((line) => /^\s*::(?!error (?:file|title)=)/u.test(line))).toEqual([]);
  }
  expect(stdout + stderr).toContain(SHOWN);
});

test.each([
  ["the list of cases", conformance, ["list", "--json", "--contract", contract]],
  ["coverage", conformance, ["coverage", ...target(), "--reporter", "json"]],
  ["a report of an agent", core, ["check-report", "message.md", "--format", "json"]],
  ["a report of an agent, for editors", core, ["check-report", "message.md", "--format", "sarif"]],
] as const)("%s as JSON holds the values, and prints none of them", async (_, program, words) => {
  const { stdout } = await runHere(program, words, cwd);
  expect(stdout).not.toMatch(UNSEEN);
  expect(stdout).not.toMatch(/##\w*\[/u);
  expect(JSON.stringify(JSON.parse(stdout))).toContain("\u202e\u200b\u{e0041}");
});
