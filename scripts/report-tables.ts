/** The tables of docs/use/report-form.md: the fields of the form, the parts of roles and skills, the invariants. */

import { authoringSchemas } from "../src/base/authoring-schemas.js";
import { REPORT_INVARIANTS } from "../src/report/invariants/all-invariants.js";
import { table } from "./markdown-table.js";
import { fieldsOf, type Schema, schemasAmong } from "./schema-tables.js";

export const REPORT_TABLES: Readonly<Record<string, () => string>> = {
  "report fields": () => {
    const { form, parts } = readForm();
    const common = Object.entries(form.properties ?? {}).filter(([name]) => !parts.includes(name));
    return fieldsOf({ ...form, properties: Object.fromEntries(common) }, schemasAmong([]), form);
  },
  "report parts": () => {
    const { form, parts } = readForm();
    return parts
      .map((name) => {
        const part = form.$defs?.[name] ?? {};
        return `#### ${name}\n\n${part.description}\n\n${fieldsOf(part, schemasAmong([]), form)}`;
      })
      .join("\n\n");
  },
  "report invariants": () =>
    table(
      ["invariant", "what holds"],
      REPORT_INVARIANTS.map(({ id, title }) => [id, title]),
    ),
  "report invariants in full": () =>
    table(
      ["invariant", "what holds", "why", "what to do"],
      REPORT_INVARIANTS.map(({ id, title, reason, remedy }) => [id, title, reason, remedy]),
    ),
};

/** The schema without the conditions and the pattern of paths, which the tables express in words. */
function readForm(): { readonly form: Schema; readonly parts: readonly string[] } {
  const { allOf: _, ...form } = authoringSchemas().get("nexus-report.schema.json") as Schema;
  const { pattern: __, ...path } = form.$defs?.["path"] ?? {};
  const required = new Set([...(form.required ?? []), "attempts"]);
  const parts = Object.keys(form.properties ?? {}).filter((name) => !required.has(name));
  return { form: { ...form, $defs: { ...form.$defs, path } }, parts };
}
