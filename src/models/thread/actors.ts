/** The actors, by their names in the credentials of the contract. */

export interface Actor {
  readonly agent: string;
  readonly session: string;
  readonly mayOverride: boolean;
  readonly isOperator: boolean;
  readonly isElsewhere: boolean;
}

const here = (agent: string, session: string, role: "worker" | "orchestrator" | "operator" = "worker"): Actor => ({
  agent,
  session,
  mayOverride: role !== "worker",
  isOperator: role === "operator",
  isElsewhere: false,
});

const ACTORS: Readonly<Record<string, Actor>> = {
  coordinator: here("coordinator_agent", "sess_co_1", "orchestrator"),
  operator: here("human_operator", "sess_op_1", "operator"),
  builder: here("builder_agent", "sess_bu_1"),
  reviewer: here("reviewer_agent", "sess_rv_1"),
  reviewer_elsewhere: here("reviewer_agent", "sess_rv_2"),
  bystander: here("bystander_agent", "sess_by_1"),
  specialist: here("specialist_agent", "sess_sp_1"),
  outsider: { ...here("reviewer_agent", "sess_rv_1"), isElsewhere: true },
  outside_operator: { ...here("human_operator", "sess_op_1", "operator"), isElsewhere: true },
};

/** Tokens that every implementation must refuse. */
export const IMPOSTORS = [
  "expired",
  "unsigned_operator",
  "key_confusion",
  "stranger_with_known_kid",
  "no_jti",
] as const;

export const WORKERS = ["builder", "reviewer", "reviewer_elsewhere"] as const;
export const OVERSEERS = ["coordinator", "operator"] as const;
export const STRANGERS = ["bystander", "specialist", "outsider", "outside_operator"] as const;

/** Undefined for a caller who is not verified. */
export function actorOf(as: string | undefined): Actor | undefined {
  return as === undefined ? undefined : ACTORS[as];
}
