import { textMember, textsMember } from "../../base/members.js";
import type { Content, Definition } from "../read/content.js";
import { entriesOf, idOf } from "../read/content.js";
import { type ComposedBody, type ComposeOptions, compose } from "./compose.js";
import type { Reporter } from "./report-form.js";

/** Who reports for this agent or skill. */
function reporterOf(definition: Definition): Reporter {
  const meta = definition.meta?.document.value;
  return {
    kind: definition.kind,
    id: idOf(definition),
    category: textMember(meta, "category"),
    capabilities: textsMember(meta, "capabilities").map(({ text }) => text),
  };
}

/**
 * An authored body in the default composition; undefined without a body, and where the vocabulary or a macro has a fault
 * that keeps it from being expanded, which rules report.
 */
export function composeDefinition(
  content: Content,
  definition: Definition,
  options?: ComposeOptions,
): ComposedBody | undefined {
  const { body } = definition;
  if (body === undefined) return undefined;
  const list = (key: "invocations" | "ground_rules") =>
    (entriesOf(content, key) ?? []).map(({ value }) => value) as never[];
  const vocabulary = { invocations: list("invocations"), ground_rules: list("ground_rules") };
  try {
    return compose(body.text, reporterOf(definition), vocabulary, options, body.file);
  } catch {
    return undefined;
  }
}
