import { show } from "../../base/json-schema.js";
import { member, textsMember } from "../../base/members.js";
import { ENGINEER, messageOf } from "../form/examples.js";
import type { ReportInvariant } from "../form/report-invariant.js";

const changedFiles = ["src/retry", "test/retry"];

/** `./a\b` and `a/b` are one file, and so are two spellings of one letter: some file systems take umlauts apart. */
const plain = (path: string) =>
  path
    .normalize("NFC")
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/+)+/, "");

/** Session state is no part of the workspace: every agent may hand in artifacts, and each event writes there. */
const isState = (path: string) => path.startsWith(".nexus/state/");

export const filesInvariants: readonly ReportInvariant[] = [
  {
    id: "I10",
    title: "files.changed is empty for agents with no_file_edit, and is what differs in the workspace for all others.",
    reason: "The next role looks only where the report points, so a file that is left out goes unchecked.",
    remedy: "List the files that differ in the workspace, by their paths from its root, and no others.",
    good: { message: messageOf(ENGINEER), expected: { changedFiles } },
    bad: {
      message: messageOf({ ...ENGINEER, files: { changed: ["src/retry"], artifacts: [] } }),
      expected: { changedFiles },
    },
    *check({ value, agent, expected }) {
      const pointer = "/files/changed";
      const listed = textsMember(member(value, "files"), "changed").map(({ text, index }) => ({
        path: plain(text),
        at: `${pointer}/${index}`,
      }));
      if (agent?.capabilities.includes("no_file_edit") === true) {
        for (const { path, at } of listed) {
          yield {
            pointer: at,
            message: `${agent.id} may not edit files, and lists ${show(path)} as changed`,
            hint: "Long material is an artifact.",
          };
        }
        return;
      }
      if (expected.changedFiles === undefined) return;
      const differing = new Set(expected.changedFiles.map(plain).filter((path) => !isState(path)));
      const named = new Set(listed.map(({ path }) => path));
      for (const { path, at } of listed) {
        if (!differing.has(path))
          yield { pointer: at, message: `${show(path)} is listed as changed, and does not differ in the workspace` };
      }
      for (const path of differing) {
        if (!named.has(path))
          yield { pointer, message: `${show(path)} differs in the workspace, and is not listed as changed` };
      }
    },
  },
];
