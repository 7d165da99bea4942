/** What holds between the fields of a report, whoever wrote it. A value of the wrong kind breaks I1 and nothing else. */

export type Block = Readonly<Record<string, unknown>>;

/** What the world knows that the report speaks of. */
export interface Expected {
  readonly role: string;
  /** Key of the block that the role or skill has to itself. */
  readonly ownKey: string;
  readonly taskId: number | null;
  readonly acceptance: readonly string[];
  /** Files that really differ. */
  readonly changed: readonly string[];
  /** Ids of all agents. */
  readonly agents: readonly string[];
  readonly mayEdit: boolean;
}

type Invariant = (block: Block, expected: Expected, prose: string) => string | undefined;

const LISTS = ["criteria", "findings", "checks", "assumptions", "questions", "not_done", "suspect_content", "next"];
const KEYS = ["report", "role", "task_id", "status", "verdict", "summary", "files", "attempts", ...LISTS];
const STATUSES = ["complete", "partial", "needs_input", "blocked"];
const CHECKERS = ["tester", "reviewer"];

/** By id. Their ids are those of the shared report form. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  I1: (block, { ownKey }) => {
    const unknown = Object.keys(block).find((key) => !KEYS.includes(key) && key !== ownKey);
    if (unknown !== undefined) return `unknown key "${unknown}"`;
    if (block["report"] !== 1) return "report is not 1";
    if (!STATUSES.includes(String(block["status"]))) return `unknown status ${JSON.stringify(block["status"])}`;
    if (typeof block["summary"] !== "string" || block["summary"].length > 300)
      return "summary is no text of up to 300 characters";
    const missing = LISTS.find((key) => !Array.isArray(block[key]));
    return missing === undefined ? undefined : `${missing} is no list`;
  },
  I2: (block, { role, taskId }) =>
    block["role"] !== role
      ? `role is ${JSON.stringify(block["role"])}, not "${role}"`
      : block["task_id"] !== taskId
        ? `task_id is ${JSON.stringify(block["task_id"])}, not ${taskId}`
        : undefined,
  I3: (block, { acceptance }) => {
    const given = items(block, "criteria").map((entry) => plain(entry["criterion"]));
    const wanted = acceptance.map(plain);
    return wanted.length > 0 && given.join("\n") !== wanted.join("\n")
      ? "criteria are not the acceptance lines, one to one and in their order"
      : undefined;
  },
  I4: (block) => {
    const bare = [
      ...items(block, "criteria")
        .filter(({ result }) => result === "pass" || result === "fail")
        .map(({ criterion, evidence }) => [criterion, evidence]),
      ...items(block, "findings")
        .filter(({ severity }) => severity === "critical")
        .map(({ claim, evidence }) => [claim, evidence]),
    ].find(([claim, evidence]) => plain(evidence) === "" || plain(evidence) === plain(claim));
    return bare === undefined ? undefined : `no evidence for ${JSON.stringify(bare[0])}`;
  },
  I5: (block) => {
    const verdict = block["verdict"];
    if (verdict !== "PASS" && verdict !== "APPROVED") return undefined;
    const open = items(block, "criteria").find(({ result }) => result !== "pass");
    if (open !== undefined) return `${verdict} over ${JSON.stringify(open["criterion"])}, which is no pass`;
    const barred = verdict === "APPROVED" ? ["critical", "warning"] : ["critical"];
    const finding = items(block, "findings").find(({ severity }) => barred.includes(String(severity)));
    return finding === undefined ? undefined : `${verdict} over a finding that is ${finding["severity"]}`;
  },
  I6: (block) =>
    block["verdict"] === "BLOCKED" && !items(block, "findings").some(({ severity }) => severity === "critical")
      ? "BLOCKED without a critical finding"
      : undefined,
  I7: (block) => {
    if (block["status"] !== "complete") return undefined;
    if (items(block, "questions").some(({ blocking }) => blocking === true)) return "complete over a blocking question";
    const isExplained =
      items(block, "findings").length > 0 ||
      (block["not_done"] as unknown[] | undefined)?.length !== 0 ||
      items(block, "criteria").some(({ result }) => result === "fail");
    return !isExplained && items(block, "checks").some(({ outcome }) => outcome === "failed")
      ? "complete over a failed check that nothing explains"
      : undefined;
  },
  I8: (block) =>
    block["status"] === "needs_input" && !items(block, "questions").some(({ blocking }) => blocking === true)
      ? "needs_input without a blocking question"
      : undefined,
  I9: (block) =>
    block["status"] === "blocked" && items(block, "attempts").length === 0 ? "blocked without attempts" : undefined,
  I10: (block, { changed, mayEdit }) => {
    const files = (block["files"] ?? {}) as { readonly changed?: unknown };
    if (!Array.isArray(files.changed)) return "files.changed is no list";
    const told = files.changed.map(String).filter(isCounted).sort();
    const real = changed.filter(isCounted).toSorted();
    if (!mayEdit && told.length > 0) return "files.changed of a role that changes none";
    return mayEdit && told.join("\n") !== real.join("\n")
      ? `files.changed is ${JSON.stringify(told)}, but ${JSON.stringify(real)} differ`
      : undefined;
  },
  I11: (block, { role }) => {
    const barred = CHECKERS.includes(role) ? "claimed" : "pass";
    // Lead carries the results of checkers, and what nobody has checked.
    const wrong = role === "lead" ? undefined : items(block, "criteria").find(({ result }) => result === barred);
    return wrong === undefined ? undefined : `${role} writes "${barred}"`;
  },
  I12: (block, { role, agents }) => {
    const wrong = items(block, "next").find(
      (entry) => !agents.includes(String(entry["role"])) || entry["role"] === role,
    );
    return wrong === undefined ? undefined : `next names ${JSON.stringify(wrong["role"])}`;
  },
  I13: (block, _, prose) => {
    const word = block["status"] === "complete" ? undefined : SUCCESS.exec(prose)?.[0];
    return word === undefined ? undefined : `the prose says "${word}" and the status is ${String(block["status"])}`;
  },
};

/** "Nothing was done" and "not done" claim no success. */
const SUCCESS =
  /(?<!\b(?:not|not yet|never|be|nothing was|nothing is) )\b(?:all good|all done|works now|successfully|is fixed|done)\b/iu;

function items(block: Block, key: string): readonly Readonly<Record<string, unknown>>[] {
  const list = block[key];
  return Array.isArray(list) ? list.filter((item) => typeof item === "object" && item !== null) : [];
}

/** State, and the record of closed cycles, are written by operations and not by whoever reports. */
function isCounted(path: string): boolean {
  return !path.startsWith(".nexus/state/") && path !== ".nexus/history.json";
}

function plain(value: unknown): string {
  return String(value ?? "")
    .toLowerCase()
    .replaceAll(/[`"'.,;:\s]+/gu, " ")
    .trim();
}
