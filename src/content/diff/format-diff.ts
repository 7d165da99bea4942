import { CLASSES, type ContentDiff } from "./diff-content.js";
import type { Change, ChangeClass } from "./kinds.js";

const TITLES: Readonly<Record<ChangeClass, string>> = {
  breaking: "Breaking",
  additive: "Additive",
  editorial: "Editorial",
};

/** The changes as a page, each with what a harness has to do. */
export function formatDiff({ from, to, step, changes }: ContentDiff): string {
  const head = `# From ${from} to ${to}`;
  if (changes.length === 0) return `${head}\n\nNothing has changed.\n`;
  const sections = CLASSES.flatMap((each) => {
    const own = changes.filter((change) => change.class === each);
    return own.length === 0 ? [] : [`## ${TITLES[each]}\n\n${own.map(rowOf).join("\n")}`];
  });
  const asked = `${changes.length} ${changes.length === 1 ? "change asks" : "changes ask"} for a ${step} step of the version.`;
  return `${[head, asked, ...sections].join("\n\n")}\n`;
}

function rowOf({ file, what, todo }: Change): string {
  return `- \`${file}\`: ${what}.${todo === "" ? "" : ` ${todo}`}`;
}
