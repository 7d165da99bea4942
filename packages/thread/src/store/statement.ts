import { statementsOf } from "@nexus-core/service/store/statement";
import type { Tables } from "./tables.js";

/**
 * @param build makes the query from parameters without values, and may only pass them to the query builder. A list of
 * varying length needs a query of its own, see `Transaction.query`
 */
export const statement = statementsOf<Tables>();
