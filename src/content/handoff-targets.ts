import type { Definition } from "./content.js";
import { fencesOf } from "./fences.js";
import { listMember, textMember } from "./peek.js";
import { isReportBlock } from "./report/read-block.js";
import type { positionsIn } from "./text-position.js";

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
  return kind === "agent" ? [...started, ...nextInExample(body.text, positionOf)] : started;
}

function nextInExample(text: string, positionOf: ReturnType<typeof positionsIn>): readonly HandoffTarget[] {
  const block = fencesOf(text).find(isReportBlock);
  if (block === undefined) return [];
  const at = text.indexOf('"next"', block.start);
  return listMember(parsed(text.slice(block.start, block.end)), "next").flatMap(({ item }) => {
    const to = textMember(item, "role");
    return to === undefined ? [] : [{ to, line: positionOf(at).line }];
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
