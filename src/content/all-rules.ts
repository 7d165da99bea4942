import type { Rule } from "./rule.js";
import { budget } from "./rules/budget.js";
import { idRules } from "./rules/ids.js";
import { layoutRules } from "./rules/layout.js";
import { leadMacros } from "./rules/lead-macros.js";
import { macroArgumentRules } from "./rules/macro-arguments.js";
import { macroSyntaxRules } from "./rules/macro-syntax.js";
import { neutrality } from "./rules/neutrality.js";
import { operationRules } from "./rules/operations.js";
import { missingVocabulary, referenceRules } from "./rules/references.js";
import { reportExample } from "./rules/report-example.js";
import { responsibilities } from "./rules/responsibilities.js";
import { schemaRules } from "./rules/schema.js";
import { sharedParagraphs } from "./rules/shared-paragraphs.js";
import { tagRules } from "./rules/tags.js";
import { textRules } from "./rules/text.js";
import { plainTextRules } from "./rules/text-plain.js";

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
