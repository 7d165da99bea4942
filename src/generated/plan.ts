/* Generated from conformance/state-schemas/plan.schema.json by `npm run generate`. */

/**
 * The active plan, in .nexus/state/plan.json. The same form stands in a cycle of history.
 */
export interface Plan {
  /**
   * Version of the contract that the file was written for.
   */
  schema_version?: string;
  /**
   * Rises over the life of a project.
   */
  id: number;
  topic: string;
  /**
   * The agenda, in its order.
   */
  issues: Issue[];
  /**
   * What was found out before planning.
   */
  research_summary?: string;
  created_at: string;
}
export interface Issue {
  id: number;
  title: string;
  status: "pending" | "decided";
  /**
   * Present once the issue is decided.
   */
  decision?: string;
  /**
   * Agents that took part in the analysis.
   */
  how_agents?: string[];
  /**
   * Agent to its conclusion.
   */
  how_summary?: {
    [k: string]: string;
  };
  /**
   * Agent to the id under which it can be resumed.
   */
  how_agent_ids?: {
    [k: string]: string;
  };
}
