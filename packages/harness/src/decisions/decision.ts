import type { DecisionName, DecisionTypes } from "../generated/register.js";

export type DecisionOf<Name extends DecisionName> = (
  params: DecisionTypes[Name]["params"],
) => DecisionTypes[Name]["answer"];
