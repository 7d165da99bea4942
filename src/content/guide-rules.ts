/** What has to hold of bodies, by the numbers under which authors know it. Each rule says which of them it holds. */
export const GUIDE_RULES = {
  L01: "Nothing ties a body to one harness, tool, model, vendor, product, toolchain, code host or instruction file.",
  L02: "Operations are named as the contract names them, and given parameters that they have.",
  L03: "Macros can be expanded: the grammar, the primitive, its keys and their values.",
  L04: "No macro leaves a slot to fill, and heredocs end.",
  L05: "The headings are those of the skeleton, in order, and none is empty.",
  L06: "A body keeps to its budget of words, and what decides stands before the place where a harness may cut.",
  L07: "Few words shout, and each that does gives its reason.",
  L08: "Nothing is asked of an agent that its capabilities deny.",
  L09: "No agent addresses another; Lead stands between them.",
  L10: "The example of the report form is whole and keeps its invariants.",
  L11: "Closed values are those of the report form and of the vocabulary.",
  L12: "No qualifier is empty.",
  L13: "Every loop has a number or a named end.",
  L14: "Stop and ask names things that one can see.",
  L15: "Shared wording is the same everywhere.",
  L16: "Every pointer leads somewhere.",
  L17: "The text is plain: nothing hidden, nothing encoded, English only.",
  L18: "No text is pasted from elsewhere.",
  L19: "No praise of a persona, and nothing that time or a place makes wrong.",
  L20: "What is a project's business is left to the project.",
  L21: "A ban comes with what to do instead.",
  L22: "Every hand-off is received, and every decision has one owner.",
  L23: "meta.yml says what an agent or skill does, and when to use it.",
} as const;

export type GuideRule = keyof typeof GUIDE_RULES;
