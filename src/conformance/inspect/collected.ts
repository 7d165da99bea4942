import { compareFindings, type Finding } from "../../base/finding.js";
import type { InspectionLevel, InspectionRule, Noticed } from "./inspection.js";

/** So many kinds of fault are told apart in a file. A hostile one could hold a million. */
const MOST_KINDS = 100;

export interface InspectedFinding extends Omit<Finding, "level"> {
  readonly level: InspectionLevel;
}

interface Group {
  readonly first: Noticed & { readonly line?: number };
  count: number;
}

/**
 * Collects what was noticed. The same fault at many places is one finding, because a history repeats what one version
 * did a thousand times.
 */
export class Collected {
  private readonly rules: ReadonlyMap<string, InspectionRule>;
  private readonly files = new Map<string, Map<string, Group>>();
  private readonly crowded = new Set<string>();

  constructor(rules: readonly InspectionRule[]) {
    this.rules = new Map(rules.map((rule) => [rule.id, rule]));
  }

  add(noticed: Noticed, line?: number): void {
    const { file, rule, message, kind = message } = noticed;
    const groups = this.files.get(file) ?? new Map<string, Group>();
    this.files.set(file, groups);
    const key = `${rule}\t${kind}`;
    const group = groups.get(key);
    if (group !== undefined) group.count += 1;
    else if (groups.size < MOST_KINDS)
      groups.set(key, { first: line === undefined ? noticed : { ...noticed, line }, count: 1 });
    else this.crowded.add(file);
  }

  findings(): readonly InspectedFinding[] {
    return [...this.files]
      .flatMap(([file, groups]) => [
        ...[...groups.values()].map((group) => this.findingOf(group)),
        ...(this.crowded.has(file) ? [this.findingOf({ first: manyIn(file), count: 1 })] : []),
      ])
      .sort((a, b) => compareFindings(a as Finding, b as Finding));
  }

  private findingOf({ first, count }: Group): InspectedFinding {
    const { file, rule, pointer, message, line } = first;
    const { level, remedy } = this.rules.get(rule) ?? unknownRule(rule);
    const at = pointer === undefined || pointer === "" ? [] : [count === 1 ? pointer : `first ${pointer}`];
    const where = [...(count === 1 ? [] : [`${count} places`]), ...at].join(", ");
    return {
      file,
      ...(line === undefined ? {} : { line }),
      ...(pointer === undefined ? {} : { pointer }),
      rule,
      level,
      message: where === "" ? message : `${message} (${where})`,
      remedy,
    };
  }
}

function manyIn(file: string): Noticed {
  return {
    rule: "state/schema",
    file,
    message: `there are more than ${MOST_KINDS} kinds of fault; the rest is left out`,
  };
}

function unknownRule(id: string): never {
  throw new Error(`an inspection found ${id}, which is no rule of it`);
}
