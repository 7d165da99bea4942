import type { ReportInvariant } from "../form/report-invariant.js";
import { criteriaInvariants } from "./criteria.js";
import { filesInvariants } from "./files.js";
import { formInvariants } from "./form.js";
import { nextInvariants } from "./next.js";
import { statusInvariants } from "./status.js";
import { verdictInvariants } from "./verdict.js";

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
