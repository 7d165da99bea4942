import { describe, expect, test } from "vitest";
import { evaluateResume, type ResumeRequest } from "./evaluate-resume.js";
import {
  RESUME_POLICIES,
  RESUME_SITUATIONS,
  RESUME_TABLE,
  RESUME_TIERS,
  type ResumeSituation,
} from "./resume-table.js";

const FILE = "src/a.ts";
const session = (files: readonly string[] | undefined, editedByOthers: readonly string[] | undefined) => ({
  canResume: true,
  previous: { agentId: "a1", files, editedByOthers },
});

/** A request that leads into each situation; `files unknown` twice, for either side. */
const REQUESTS: Readonly<Record<ResumeSituation, readonly ResumeRequest[]>> = {
  unavailable: [
    { ...session([FILE], []), targetFiles: [FILE], canResume: false },
    { canResume: true, targetFiles: [FILE] },
    { canResume: true, targetFiles: [FILE], previous: { files: [FILE], editedByOthers: [] } },
  ],
  edited: [
    { ...session([FILE], [FILE]), targetFiles: [FILE] },
    { ...session([FILE], [FILE]), targetFiles: ["src/b.ts"] },
    { ...session(undefined, [FILE]), targetFiles: [FILE] },
    { ...session([FILE], ["x.md", FILE]) },
    { ...session(["src"], [FILE]), targetFiles: ["src/b.ts"] },
    { ...session([FILE], ["src"]), targetFiles: [FILE] },
    { ...session([FILE], [".\\src\\a.ts"]), targetFiles: [FILE] },
    { ...session([FILE], ["src/x/../a.ts"]), targetFiles: [FILE] },
    { ...session(["docs/a.md"], [FILE]), targetFiles: ["./"] },
  ],
  "same files, unedited": [
    { ...session([FILE], []), targetFiles: [FILE] },
    { ...session([FILE, "src/b.ts"], ["src/c.ts"]), targetFiles: [`./${FILE}`] },
    { ...session(["src/"], []), targetFiles: [FILE] },
    { ...session([FILE], ["src/a.tsx"]), targetFiles: [FILE] },
  ],
  "same files, edits unknown": [{ ...session([FILE], undefined), targetFiles: [FILE] }],
  "other files, unedited": [
    { ...session([FILE], []), targetFiles: ["src/b.ts"] },
    { ...session([FILE], []), targetFiles: [FILE, "src/b.ts"] },
    { ...session([FILE], []), targetFiles: ["src"] },
    { ...session([""], []), targetFiles: [FILE] },
  ],
  "other files, edits unknown": [{ ...session([FILE], undefined), targetFiles: ["src/b.ts"] }],
  "files unknown, unedited": [
    { ...session([FILE], []) },
    { ...session([FILE], []), targetFiles: [] },
    { ...session(undefined, []), targetFiles: [FILE] },
    { ...session([], []), targetFiles: [FILE] },
    { ...session(undefined, []) },
  ],
  "files unknown, edits unknown": [
    { ...session([FILE], undefined) },
    { ...session(undefined, undefined), targetFiles: [FILE] },
    // Something was edited, but it is unknown whether it concerns the session.
    { ...session(undefined, ["x.md"]) },
  ],
};

// F: fresh. R: resume. A: resume, and open the files anew. In the order of RESUME_SITUATIONS.
const EXPECTED = {
  persistent: { absent: "FFRARARA", fresh: "FFFFFFFF", resume_if_same_artifact: "FFAFFFFF", resume: "FFRARARA" },
  bounded: { absent: "FFAFFFFF", fresh: "FFFFFFFF", resume_if_same_artifact: "FFAFFFFF", resume: "FFAAAAAA" },
  ephemeral: { absent: "FFFFFFFF", fresh: "FFFFFFFF", resume_if_same_artifact: "FFAFFFFF", resume: "FFAAAAAA" },
} as const;

const cells = RESUME_TIERS.flatMap((tier) =>
  RESUME_POLICIES.flatMap((policy) =>
    RESUME_SITUATIONS.map((situation, index) => ({ tier, policy, situation, expected: EXPECTED[tier][policy][index] })),
  ),
);

describe("every cell of the table", () => {
  test("is there once", () => {
    expect(RESUME_TABLE.map(({ tier, policy, situation }) => ({ tier, policy, situation }))).toEqual(
      cells.map(({ tier, policy, situation }) => ({ tier, policy, situation })),
    );
    expect(RESUME_TABLE).toHaveLength(96);
  });

  test.each(cells)("$tier, $policy, $situation: $expected", ({ tier, policy, situation, expected }) => {
    const wanted =
      expected === "F"
        ? { decision: "fresh", reread: false, reason: expect.stringMatching(/\w+ \w+/) }
        : { decision: "resume", agentId: "a1", reread: expected === "A", reason: expect.stringMatching(/\w+ \w+/) };
    for (const request of REQUESTS[situation]) expect(evaluateResume({ ...request, tier, policy })).toEqual(wanted);
  });
});

test.each([
  ["unavailable", "bounded", undefined, "there is no session to resume"],
  ["edited", "persistent", "resume", "someone else has edited the files since"],
  ["other files, unedited", "bounded", undefined, "the session was about other files"],
  ["files unknown, unedited", "bounded", undefined, "it is not known which files the task or the session is about"],
  ["same files, edits unknown", "bounded", undefined, "it is unknown whether someone else has edited the files"],
  ["same files, unedited", "ephemeral", undefined, "tier and policy ask for a fresh session"],
  ["same files, unedited", "bounded", undefined, "the session was about the same files"],
  ["same files, unedited", "persistent", undefined, "tier or policy allows it"],
] as const)("%s with %s and %s gives its reason", (situation, tier, policy, reason) => {
  expect(evaluateResume({ ...REQUESTS[situation][0]!, tier, policy }).reason).toBe(reason);
});

test("a missing tier is ephemeral", () => {
  const request = REQUESTS["same files, unedited"][0]!;
  expect(evaluateResume(request)).toEqual(evaluateResume({ ...request, tier: "ephemeral" }));
  expect(evaluateResume(request).decision).toBe("fresh");
});

test("a tier or policy of a newer version is not resumed", () => {
  const request = REQUESTS["same files, unedited"][0]!;
  const reason = "this tier or policy is not known";
  expect(evaluateResume({ ...request, tier: "eternal" as "persistent" })).toEqual({
    decision: "fresh",
    reread: false,
    reason,
  });
  expect(evaluateResume({ ...request, tier: "persistent", policy: "maybe" as "resume" }).reason).toBe(reason);
});

test("tasks and sessions of thirty thousand files are compared in time", () => {
  const files = (folder: string) => Array.from({ length: 30_000 }, (_, index) => `${folder}/${index}/a.ts`);
  const request = { policy: "resume", targetFiles: files("src"), canResume: true } as const;
  const previous = { agentId: "a1", files: files("lib"), editedByOthers: files("test") };
  const start = process.cpuUsage();
  expect(evaluateResume({ ...request, previous }).decision).toBe("resume");
  const edited = [...files("test"), "lib/29999"];
  expect(evaluateResume({ ...request, previous: { ...previous, editedByOthers: edited } }).decision).toBe("fresh");
  // What a path has so far must not be copied for each folder that it leaves.
  const long = `${"x/".repeat(400_000)}${"a/../".repeat(100_000)}`;
  expect(evaluateResume({ ...request, previous: { ...previous, editedByOthers: [long] } }).decision).toBe("resume");
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
});
