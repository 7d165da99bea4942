import type { Rule } from "./rule.js";
import { addressing } from "./rules/body-addressing.js";
import { bans } from "./rules/body-bans.js";
import { budgetRules } from "./rules/body-budget.js";
import { capitalRules } from "./rules/body-capitals.js";
import { closedValueRules } from "./rules/body-closed-values.js";
import { deniedActRules } from "./rules/body-denied-acts.js";
import { loops } from "./rules/body-loops.js";
import { operationRules } from "./rules/body-operations.js";
import { danglingPointers } from "./rules/body-pointers.js";
import { reportRules } from "./rules/body-report.js";
import { sharedLineRules } from "./rules/body-shared-lines.js";
import { skeletonRules } from "./rules/body-skeleton.js";
import { snippetRules } from "./rules/body-snippets.js";
import { stopAndAskRules } from "./rules/body-stop-and-ask.js";
import { wordingRules } from "./rules/body-wording.js";
import { handoffRules } from "./rules/handoffs.js";
import { idRules } from "./rules/ids.js";
import { layoutRules } from "./rules/layout.js";
import { macroArgumentRules } from "./rules/macro-arguments.js";
import { macroSyntaxRules } from "./rules/macro-syntax.js";
import { metaTexts } from "./rules/meta-texts.js";
import { neutralityRules } from "./rules/neutrality.js";
import { missingVocabulary, referenceRules } from "./rules/references.js";
import { responsibilityRules } from "./rules/responsibilities.js";
import { schemaRules } from "./rules/schema.js";
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
  ...neutralityRules,
  ...textRules,
  ...plainTextRules,
  metaTexts,
  ...operationRules,
  ...skeletonRules,
  ...budgetRules,
  ...capitalRules,
  ...deniedActRules,
  addressing,
  ...closedValueRules,
  loops,
  ...stopAndAskRules,
  ...reportRules,
  ...snippetRules,
  danglingPointers,
  ...sharedLineRules,
  ...wordingRules,
  bans,
  ...responsibilityRules,
  ...handoffRules,
];
