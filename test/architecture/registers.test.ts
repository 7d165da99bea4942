import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { registersOf } from "../../scripts/types/registers.js";

test("a tool that contract.yml names gets its types, its name and the handler of its file", () => {
  const contract = mkdtempSync(join(tmpdir(), "registers-"));
  onTestFinished(() => rmSync(contract, { recursive: true }));
  mkdirSync(join(contract, "schemas"));
  const names = ["note_add", "ask", "woken"];
  for (const name of names) {
    for (const part of ["in", "out"]) {
      writeFileSync(join(contract, `schemas/${name}.${part}.json`), JSON.stringify({ title: `${name}_${part}` }));
    }
  }
  const entry = (name: string, more = "") =>
    `  ${name}: { input: schemas/${name}.in.json, output: schemas/${name}.out.json${more} }`;
  writeFileSync(
    join(contract, "contract.yml"),
    ["tools:", entry("note_add"), entry("ask", ", surface: decisions"), "events:", entry("woken"), ""].join("\n"),
  );
  const files = registersOf({
    contract,
    target: "/package/src/generated/contract.ts",
    registers: [
      { surface: "tools", noun: "side-tool", handlers: "../../tools" },
      { surface: "decisions", noun: "decision" },
      { surface: "events", noun: "event", handlers: "../../events", isLazy: true },
    ],
  });
  const [register = "", tools, events] = files.map(({ code }) => code);
  expect(files.map(({ path }) => path)).toEqual([
    "/package/src/generated/register.ts",
    "/package/src/generated/handlers/side-tool.ts",
    "/package/src/generated/handlers/event.ts",
  ]);
  expect(register).toContain(
    `export interface SideToolTypes {
  readonly note_add: { readonly params: Contract.note_add_in; readonly answer: Contract.note_add_out };
}`,
  );
  expect(register).toContain('export const SIDE_TOOL_NAMES = ["note_add"] as const');
  expect(register).toContain('export const DECISION_NAMES = ["ask"] as const');
  expect(tools).toContain('import { noteAdd } from "../../tools/note-add.js";');
  expect(tools).toContain("export const SIDE_TOOL_HANDLERS = {\n  note_add: noteAdd,\n};");
  expect(events).toContain('woken: async () => (await import("../../events/woken.js")).woken,');
});
