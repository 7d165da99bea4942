import { lookup, type Path } from "../../base/json-path.js";
import { escapePointer } from "../../base/json-pointer.js";
import { pathOf } from "../notation/path-of.js";

/**
 * Says which part of a path is missing, so that a report does not blame a member when the whole entry is missing:
 * `$.cycles has 1 entry`, `there is no $.plan`. Undefined if only the last member of the path is missing.
 */
export function whereItEnds({ segments }: Pick<Path, "segments">, root: unknown): string | undefined {
  const missing = segments.findIndex((_, index) => !lookup({ segments: segments.slice(0, index + 1) }, root).found);
  const owner = lookup({ segments: segments.slice(0, missing) }, root);
  if (owner.found && Array.isArray(owner.value)) {
    const { length } = owner.value;
    return `${textOf(segments.slice(0, missing))} has ${length === 1 ? "1 entry" : `${length} entries`}`;
  }
  return missing === segments.length - 1 ? undefined : `there is no ${textOf(segments.slice(0, missing + 1))}`;
}

function textOf(segments: Path["segments"]): string {
  const text = (segment: string | number) =>
    typeof segment === "number" ? `[${segment}]` : pathOf(`/${escapePointer(segment)}`).slice(1);
  return `$${segments.map(text).join("")}`;
}
