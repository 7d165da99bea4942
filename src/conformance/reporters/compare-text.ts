/** The comparison of several reports as text: a column for each implementation, differences first. */

import type { Report } from "../run/report.js";
import { join, type Line, line, rendered } from "./line.js";
import { type Paint, type Palette, palette } from "./palette.js";
import { implementationOf, scopeOf } from "./wording.js";

type Requirement = Report["requirements"][number];

/** A requirement without a status was not in the scope of that run. */
interface ComparedRequirement {
  readonly id: string;
  readonly level: Requirement["level"];
  /** In the order of the reports. */
  readonly statuses: readonly (Requirement["status"] | undefined)[];
}

interface Comparison {
  /** Requirements with different statuses: MUST first, and of these what is violated. */
  readonly differences: readonly ComparedRequirement[];
  /** Requirements with the same status in all reports. */
  readonly agreed: readonly ComparedRequirement[];
}

const LEVELS: readonly Requirement["level"][] = ["MUST", "SHOULD", "MAY", "INFO"];

/** @param reports of the same contract */
function comparisonOf(reports: readonly Report[]): Comparison {
  const known = new Map(reports.flatMap(({ requirements }) => requirements).map((each) => [each.id, each] as const));
  const compared = [...known.values()].map(({ id, level }): ComparedRequirement => {
    const statuses = reports.map(({ requirements }) => requirements.find((each) => each.id === id)?.status);
    return { id, level, statuses };
  });
  const weight = ({ level, statuses }: ComparedRequirement) =>
    2 * LEVELS.indexOf(level) + (statuses.includes("violated") ? 0 : 1);
  const sorted = compared.sort((a, b) => weight(a) - weight(b));
  const isSame = ({ statuses }: ComparedRequirement) => new Set(statuses).size === 1;
  return { differences: sorted.filter((each) => !isSame(each)), agreed: sorted.filter(isSame) };
}

/** Characters of a column with its gap. */
const MIN_WIDTH = 16;
const MAX_WIDTH = 28;

type Status = ComparedRequirement["statuses"][number];

/** @param reports of the same contract, at least two */
export function compareText(reports: readonly Report[], color: boolean): string {
  const paint = palette(color);
  const comparison = comparisonOf(reports);
  const { differences } = comparison;
  const table = new Table(reports, differences, paint);
  const counts = (level: "MUST" | "SHOULD") =>
    reports.map(({ summary: { requirements } }) => `${requirements[level].conforming} of ${requirements[level].total}`);
  return rendered(
    join([
      table.row("", reports.map(implementationOf), paint.strong),
      table.row("judged by", reports.map(scopeOf)),
      table.row(
        "verdict",
        reports.map(({ verdict }) => verdict),
      ),
      table.row("MUST", counts("MUST")),
      table.row("SHOULD", counts("SHOULD")),
      line``,
      paint.strong(differences.length === 0 ? "No requirement is different." : `Different: ${differences.length}`),
      ...differences.map((each) => table.requirement(each)),
      line``,
      ...agreement(comparison, paint),
      line``,
    ]),
  );
}

/** What all have in common: counts, and each MUST that none of them keeps. */
function agreement({ agreed }: Comparison, { strong, dim }: Palette): readonly Line[] {
  const counts = new Map<string, number>();
  for (const { statuses } of agreed) counts.set(words(statuses[0]), (counts.get(words(statuses[0])) ?? 0) + 1);
  const all = [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
  const broken = agreed.filter(({ level, statuses: [status] }) => level === "MUST" && status === "violated");
  return [
    strong(`The same in all: ${all || "none"}`),
    ...broken.map(({ level, id }) => line`  ${level} ${id}  ${dim("violated by all")}`),
  ];
}

class Table {
  private readonly first: number;
  private readonly width: number;

  constructor(
    reports: readonly Report[],
    rows: readonly ComparedRequirement[],
    private readonly paint: Palette,
  ) {
    this.first = Math.max(...rows.map(({ id }) => id.length + 10), "judged by".length + 2);
    const longest = Math.max(...reports.flatMap((report) => [implementationOf(report).length, scopeOf(report).length]));
    this.width = Math.min(Math.max(longest + 2, MIN_WIDTH), MAX_WIDTH);
  }

  row(title: string, cells: readonly string[], color: Paint = (text) => line`${text}`): Line {
    return line`${title.padEnd(this.first)}${join(
      cells.map((cell) => color(this.fitted(cell))),
      "",
    )}`;
  }

  requirement({ level, id, statuses }: ComparedRequirement): Line {
    const cells = statuses.map((status) => this.paintOf(status)(this.fitted(words(status))));
    return line`${`  ${level.padEnd(6)} ${id}`.padEnd(this.first)}${join(cells, "")}`;
  }

  private fitted(cell: string): string {
    const text = cell.length < this.width ? cell : `${cell.slice(0, this.width - 2)}…`;
    return text.padEnd(this.width);
  }

  private paintOf(status: Status): Paint {
    if (status === "violated") return this.paint.bad;
    return status === "conforming" || status === "taken" ? this.paint.good : this.paint.dim;
  }
}

function words(status: Status): string {
  return status === undefined ? "not in scope" : status.replace("_", " ");
}
