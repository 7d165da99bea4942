/** The store and its transactions over the tables of this service. */

import type * as service from "@nexus-core/service/store/store";
import type { Tables } from "./tables.js";

export { StorageTrouble } from "@nexus-core/service/store/store";
export type Store = service.Store<Tables>;
export type Transaction = service.Transaction<Tables>;
export type Sent<Row> = service.Sent<Row>;
