import type { InspectionRule } from "./inspection.js";

/** What holds for the state files of every contract. */
export const STATE_RULES: readonly InspectionRule[] = [
  {
    id: "files/link",
    level: "error",
    title: "Nothing below the folder of the project is a link.",
    reason: "It may lead out of the project. A careful tool refuses it, and another one changes files elsewhere.",
    remedy: "Replace it by what it leads to, or delete it.",
  },
  {
    id: "files/special",
    level: "error",
    title: "The folder of the project is one, and nothing in it is a pipe, a socket or a device.",
    reason: "A tool that opens it may wait for ever.",
    remedy: "Delete it.",
  },
  {
    id: "files/closed",
    level: "error",
    title: "Every file and folder can be read.",
    reason: "What is in it was not inspected, and tools fail at it.",
    remedy: "Check its permissions.",
  },
  {
    id: "state/unreadable",
    level: "error",
    title: "A state file is valid JSON in UTF-8, of a size that tools read.",
    reason: "Every tool that needs it fails, until a person has mended it.",
    remedy: "Mend it by hand, or bring back a sound version: history is in git.",
  },
  {
    id: "state/no-list",
    level: "error",
    title: "What tools of a state file read as a list is a list.",
    reason: "Every tool that needs it fails.",
    remedy: "Mend it by hand, or bring back a sound version: history is in git.",
  },
  {
    id: "state/repeated",
    level: "error",
    title: "No number is given twice, and no name stands twice in an object.",
    reason: "A tool that is asked for one of them changes the other, or none.",
    remedy: "Give one of them another number, and correct what names it.",
  },
  {
    id: "state/schema",
    level: "warning",
    title: "A state file has the form of its schema.",
    reason:
      "Readers take much as it is, but writers may write no other form: the next harness may need what is missing.",
    remedy: "Correct the harness that writes it, and mend what it has written.",
  },
  {
    id: "state/other-form",
    level: "note",
    title: "What another version of the contract has written has the form of today.",
    reason: "Readers take older and newer forms as they are.",
    remedy: "Nothing to do: it is read as it is.",
  },
];
