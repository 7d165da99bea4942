import { criteriaInvariants } from "./invariants/criteria.js";
import { filesInvariants } from "./invariants/files.js";
import { formInvariants } from "./invariants/form.js";
import { nextInvariants } from "./invariants/next.js";
import { statusInvariants } from "./invariants/status.js";
import { verdictInvariants } from "./invariants/verdict.js";
import type { ReportInvariant } from "./report-invariant.js";

const numberOf = ({ id }: ReportInvariant) => Number(id.slice(1));

/** Every invariant of the report form, I1 to I12, each with a good example and a bad one. */
export const REPORT_INVARIANTS: readonly ReportInvariant[] = [
  ...formInvariants,
  ...criteriaInvariants,
  ...verdictInvariants,
  ...statusInvariants,
  ...filesInvariants,
  ...nextInvariants,
].sort((a, b) => numberOf(a) - numberOf(b));
