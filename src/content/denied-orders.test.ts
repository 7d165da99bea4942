import { expect, test } from "vitest";
import { minimalContent } from "../testing/minimal-content.js";
import { agentBody, helperSaying } from "./bodies/example-bodies.js";
import type { Example } from "./rule.js";
import { validateContent } from "./validate-content.js";

const tester = {
  "agents/tester/meta.yml":
    "id: tester\nname: tester\ndescription: Tests one change, when it is made.\ncategory: do\nresume_tier: bounded\nmodel_tier: standard\ncapabilities: [no_file_edit]\n",
  "agents/tester/body.md": agentBody("", {}, "tester"),
};

/** Of the rules on acts and addresses, those that find something in a line of the helper, who may edit no file. */
function found(line: string, section = "Procedure"): readonly string[] {
  const example: Example = { ...tester, ...helperSaying(section as "Procedure", line) };
  const rules = ["body/denied-act", "body/addressing"];
  return [
    ...new Set(
      validateContent(minimalContent(example)).flatMap(({ rule, file }) =>
        rules.includes(rule) && file === "agents/helper/body.md" ? [rule] : [],
      ),
    ),
  ];
}

test.each([
  "- Edit the test file so that it passes.",
  "* Fix the code.",
  "- [ ] Rename the module.",
  "   - Remove the file.",
  "7. Never guess: edit the test file.",
  "7. No case covers it: edit the file.",
  "7. Do not guess; correct the source.",
  "7. Never guess, edit the file.",
  "7. If it does not build, fix the code.",
  "7. If it is wrong then update the file.",
  "7. Update the file.",
  "7. Write the missing test.",
  "7. Add a test for it.",
  "7. Adjust the configuration.",
  "7. Apply the fix.",
  "7. Implement the change.",
  "7. Make the change.",
  "7. Commit the changes.",
  "7. Save the file.",
  "7. Refactor the flaky integration test.",
  "7. Open it and edit the file.",
  "7. Go to the place and fix the code.",
  "7. Report it, or fix the code.",
  "7. You must edit the file.",
  "7. You may open and change the file.",
  "7. Please simply delete the test.",
  "7. **Fix the code.**",
  "7. Edit the file that is not formatted.",
  "7. Not reproducible: edit the file.",
  "- Ask the user which one holds.",
  "7. No case covers it: ask the user.",
  "7. Confirm it with the user.",
  "7. Get consent from the user.",
  "7. Let the user know.",
  "- Add a task for it.",
  "7. Update the task.",
  "7. Set the task to completed.",
  "7. Mark the task as `completed`.",
  "7. Move it to in_progress.",
])("an act that is denied: %s", (line) => {
  expect(found(line)).toEqual(["body/denied-act"]);
});

test.each([
  "7. No answer from the code: ask the tester.",
  "- Ask the tester.",
  "7. Never guess: ask the tester.",
  "7. Hand the result to the tester.",
  "7. Hand it over to the tester.",
  "7. Delegate to the tester.",
  "7. Delegate the rest to tester.",
  "7. Get approval from the tester.",
  "7. Wait for the tester's approval.",
  "7. Have the tester run it.",
  "7. Get the tester to run it.",
  "7. Check with the tester.",
  "7. Confirm the figure with the tester.",
  "7. Send a note to another tester.",
  "7. Send the tester a note.",
  "7. Send a note to another agent.",
  "7. Ask one of the other roles.",
  "7. Have it checked by the tester.",
  "7. Escalate to the tester.",
  "7. Let the tester know.",
  "7. Pass your findings on to the tester.",
  "7. Put it under `next`, and ask the tester.",
])("an address: %s", (line) => {
  expect(found(line)).toEqual(["body/addressing"]);
});

test.each([
  "- Change no workspace file, not by command either.",
  "- Never run programs, edit the test file or ask the tester: look at it.",
  "7. Never edit, rename or delete the file.",
  "7. Do not, in any case, edit the file: name it.",
  "7. Edit the file in a scratch copy alone.",
  "7. Name under `action` what it takes to fix the code.",
  "7. An attacker could open and change the file: say so.",
  "7. It is for others to open and change the file.",
  "7. The maker may edit the file.",
  "7. Two processes that read, change and write the same file lose one change.",
  "7. What sets up a project, may change files.",
  "- Must not: delete files, edit the code.",
  "- You MUST NOT modify any files: report what you find.",
  "- You cannot write or edit files.",
  "7. Asked to edit the test file, decline.",
  "7. Without a word to the user, go on.",
  "7. Put the case into `missing_tests`; Lead alone may add a task.",
  "7. `task_close` is an act of Lead.",
  "7. List the changed files, then the tests.",
  "7. Add the files to the list of changed ones.",
  "7. Write the document as an artifact.",
  "7. Save the tests as an artifact.",
  "7. Add the test to the list of gaps.",
  "- Bad: edit the test file until it is green.",
  '7. The page says "Open it, edit the file": leave it.',
  "7. When you complete the task, report.",
  "7. Mark the place in the report.",
  "7. Set the task aside as a question.",
  "7. The cost of a change: whoever has to fix the code pays it.",
  "7. Lead will ask the tester.",
  "7. Do not ask the tester: use `next`.",
  "7. Hand the result to the tester under `next`.",
  "7. Open the tester's report.",
  "7. Compare it with the tester's claims.",
  "7. The copy tester checks is the last one.",
  "7. You have the tester's claims.",
  "7. The user decides; the tester checks.",
  "7. Tell the user nothing.",
  "7. Ask the tester nothing.",
  "7. Rather than ask the tester, name it.",
  "7. Compare what other agents report.",
  "7. You have it from the tester, or have it open.",
  "7. Another role's work goes under `next`.",
  "7. Questions to the user go into the report.",
])("nothing is asked for in: %s", (line) => {
  expect(found(line)).toEqual([]);
});
