import { expect, test } from "vitest";
import { valueClaims } from "./value-claims.js";

test.each([
  ["`status`: complete, failed.", ["status failed"]],
  ["`outcome` is passed, failed or skipped.", ["outcome skipped"]],
  ["The status is `done` or `failed`.", ["status done", "status failed"]],
  ["The `status` is `done` or `failed`.", ["status done", "status failed"]],
  ["Give the verdict `OK`.", ["verdict OK"]],
  ["Give the `verdict` `OK`.", ["verdict OK"]],
  ["Status: `done`.", ["status done"]],
  ["Return status `done`, or a verdict of your own.", ["status done"]],
  ["`severity` is one of high, low.", ["severity high", "severity low"]],
  ["`severity` is either high or low.", ["severity high", "severity low"]],
  ["`severity` is critical, major (it hurts), or minor when it can wait.", ["severity major", "severity minor"]],
  ["`status`: done, failed.", ["status done", "status failed"]],
  ["Set `status` to done, at last.", ["status done"]],
  ["`verdict` = good", ["verdict good"]],
  ["`verdict` is `null` if nothing was checked, else `fine`.", ["verdict fine"]],
  ['The status is "done", and `verdict` is "fine".', ["verdict fine", "status done"]],
  ["Use `done` as status; a verdict of `OK` is none.", ["verdict OK", "status done"]],
  ["The possible statuses are `done` and `failed`.", ["status done", "status failed"]],
  ["When `status` is `done`, stop.", ["status done"]],
  ["The result is `pass` or `ok`.", ["result ok"]],
  ['Write `status: done` and `"verdict": "fine"`.', ["status done", "verdict fine"]],
])("%s", (text, claims) => {
  expect(valueClaims(text).map(({ field, value }) => `${field} ${value}`)).toEqual(claims);
  for (const { value, offset } of valueClaims(text)) expect(text.slice(offset)).toMatch(new RegExp(`^${value}`));
});

test.each([
  "`status` and `verdict`: it records what was seen.",
  "`status` is yours to choose, and `verdict` says why.",
  "`severity`: short and honest.",
  "When `status` is missing or blocked, ask for the block.",
  "When `status` is blocked, stop; if `status` is partial, ask, wait, or leave it.",
  "Set `status` to partial and stop. Set `status` to blocked, stop.",
  "`status` is partial and stays so.",
  "Where `verdict` is null, say why.",
  "`verdict`: approved, approved_with_conditions (a warning), revision_required (a critical); null without a signal.",
  "`verdict` is null; a criterion `claimed`, `fail` or `unverified`.",
  "`verdict` is null if nothing was checked.",
  "The severity is `CRITICAL`, WARNING or INFO.",
  "Set `status` to `in_progress`; `status` `completed` is Lead's.",
  "The result is `deleted`, the outcome `empty`, and the exit status is `nonzero`.",
  "A document status is `draft`; a page whose status is `published` stays.",
  "A status `offline` is one of sessions; messages with status `closed` go; `status = plan` shows it.",
  "Take `evidence` as result; the result of `task_list` is kept, and its `state` as well.",
  'The verdict says "why" in words, and the result is "kept".',
  "Compare `status` to what the log says.",
  "The status, `summary` and `files` come first; the verdict `summary` repeats.",
  "`result` is `pass`, and `evidence` names the place.",
  "`outcome`: what the command printed, and its exit status.",
  "Give the verdict as a word, with its reason.",
])("nothing is claimed by: %s", (text) => {
  expect(valueClaims(text)).toEqual([]);
});
