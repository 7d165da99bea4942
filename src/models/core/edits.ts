/** What others do to the files: files of other versions, broken ones, and none. */

import type { Arbitrary, FileEdit, Generators } from "../../conformance/fuzz/model.js";
import { contentsFrom } from "./contents.js";
import { definedOnly } from "./defined-only.js";
import { FILES, STATE_NAMES, type StateName } from "./state.js";

/** Texts that no tool can use: invalid JSON, and files of another kind. */
const BROKEN: Readonly<Record<StateName, readonly string[]>> = {
  plan: [
    "",
    "{",
    '{"id": 3, "topic": "cut off',
    "[]",
    '{"id": 1, "topic": "Search", "issues": {}, "created_at": "2026-01-01T00:00:00Z"}',
  ],
  tasks: [
    "",
    "not json",
    '{"goal": "g", "decisions": [], "tasks": [',
    "null",
    '{"goal": "", "decisions": [], "tasks": {}}',
  ],
  history: ["", "{", '{"cycles": [{]}', '{"cycles": {}}', "[]"],
};

export function editsFrom(fc: Generators): Arbitrary<FileEdit> {
  const name = fc.constantFrom(...STATE_NAMES);
  const contents = contentsFrom(fc);
  const whole = STATE_NAMES.map((each) =>
    contents[each].map((value): FileEdit => ({ write_files: { [FILES[each]]: value } })),
  );
  const broken = name.chain((each) =>
    fc.constantFrom(...BROKEN[each]).map((text): FileEdit => ({ write_files: { [FILES[each]]: { text } } })),
  );
  const project = fc.tuple(contents.plan, contents.tasks, contents.history).map(
    ([plan, tasks, history]): FileEdit => ({
      write_files: { [FILES.plan]: plan, [FILES.tasks]: tasks, [FILES.history]: history },
    }),
  );
  const interrupted = fc
    .tuple(contents.history, contents.plan, contents.tasks, fc.boolean(), fc.boolean())
    .map(([history, plan, tasks, hasPlan, hasTasks]) => interruptedArchive(history, plan, tasks, hasPlan, hasTasks));
  const deleted = fc.oneof<FileEdit>(
    name.map((each) => ({ delete_files: [FILES[each]] })),
    fc.constant({ delete_files: Object.values(FILES) }),
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...whole) },
    { weight: 12, arbitrary: project },
    { weight: 2, arbitrary: interrupted },
    { weight: 3, arbitrary: broken },
    { weight: 3, arbitrary: deleted },
  );
}

/** Files that an archive has left which was interrupted after it had written history: the last cycle holds them already. */
function interruptedArchive(
  history: unknown,
  plan: unknown,
  list: unknown,
  hasPlan: boolean,
  hasTasks: boolean,
): FileEdit {
  const { cycles = [], ...rest } = history as { readonly cycles?: readonly unknown[] };
  const { goal, decisions, tasks = [] } = list as Readonly<Record<string, unknown>>;
  const cycle = {
    schema_version: "0.11",
    completed_at: "2026-01-03T00:00:00Z",
    branch: "main",
    plan: hasPlan ? plan : null,
    tasks: hasTasks ? tasks : [],
    ...(hasTasks ? definedOnly({ goal, decisions }) : {}),
  };
  return {
    write_files: {
      [FILES.history]: { ...rest, cycles: [...cycles, cycle] },
      ...(hasPlan ? { [FILES.plan]: plan } : {}),
      ...(hasTasks ? { [FILES.tasks]: list } : {}),
    },
  };
}
