import { budget } from "./budget.js";
import { idRules } from "./ids.js";
import { layoutRules } from "./layout.js";
import { leadMacros } from "./lead-macros.js";
import { macroArgumentRules } from "./macro-arguments.js";
import { macroSyntaxRules } from "./macro-syntax.js";
import { neutrality } from "./neutrality.js";
import { operationRules } from "./operations.js";
import { missingVocabulary, referenceRules } from "./references.js";
import { reportExample } from "./report-example.js";
import { responsibilities } from "./responsibilities.js";
import type { Rule } from "./rule.js";
import { schemaRules } from "./schema.js";
import { sharedParagraphs } from "./shared-paragraphs.js";
import { tagRules } from "./tags.js";
import { textRules } from "./text.js";
import { plainTextRules } from "./text-plain.js";

/** Every authoring rule, in the order in which the documentation lists them. */
export const CONTENT_RULES: readonly Rule[] = [
  ...schemaRules,
  ...layoutRules,
  ...idRules,
  missingVocabulary,
  ...referenceRules,
  ...tagRules,
  ...macroSyntaxRules,
  ...macroArgumentRules,
  leadMacros,
  ...operationRules,
  neutrality,
  ...textRules,
  ...plainTextRules,
  reportExample,
  budget,
  sharedParagraphs,
  responsibilities,
];
