import type { Definition } from "./content.js";
import { listMember, textMember } from "./peek.js";

/** Another role that a body starts, or names as next. */
export interface HandoffTarget {
  readonly to: string;
  readonly line: number;
}

/**
 * Every role that a body hands over to: those that its macros start or enter, and for agents those that the example of
 * the report names under `next`. What a skill names there is advice that Lead gives to itself.
 */
export function targetsOf({ kind, body }: Definition): readonly HandoffTarget[] {
  if (body === undefined) return [];
  const { macros, positionOf } = body.macros;
  const started = macros.flatMap(({ args, start }) =>
    args.flatMap(({ key, value }) =>
      (key === "target_role" || key === "skill") && "text" in value
        ? [{ to: value.text, line: positionOf(start).line }]
        : [],
    ),
  );
  return kind === "agent" ? [...started, ...nextInExample(body.text)] : started;
}

function nextInExample(text: string): readonly HandoffTarget[] {
  const lines = text.split("\n");
  const open = lines.findIndex((line) => line.startsWith("```nexus-report"));
  const close = lines.findIndex((line, index) => index > open && line.startsWith("```"));
  if (open === -1 || close === -1) return [];
  const block = lines.slice(open + 1, close);
  const at = block.findIndex((line) => line.includes('"next"'));
  return listMember(parsed(block.join("\n")), "next").flatMap(({ item }) => {
    const to = textMember(item, "role");
    return to === undefined ? [] : [{ to, line: open + 2 + Math.max(at, 0) }];
  });
}

/** An example that is no JSON is a finding of the rule on reports. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
