/** The smallest service with tables of its own, for tests of the stores. */

import { statementsOf } from "../store/statement.js";
import type { Store, StoreSchema } from "../store/store.js";

export interface Notes {
  readonly notes: { readonly id: string; readonly text: string };
}

export const NOTES: StoreSchema = {
  migrations: {
    "0001-notes": {
      up: async (db) =>
        db.schema
          .createTable("notes")
          .addColumn("id", "text", (column) => column.primaryKey())
          .addColumn("text", "text", (column) => column.notNull())
          .execute(),
    },
  },
  program: "notes",
  package: "@example/notes",
  schema: "nexus_notes",
};

const insertNote = statementsOf<Notes>()((db, p: { id: string; text: string }) =>
  db.insertInto("notes").values({ id: p.id, text: p.text }),
);

export function addNote(store: Store<Notes>, id: string, text = "short"): Promise<unknown> {
  return store.write((tx) => tx.run(insertNote, { id, text }));
}

export async function noteIds(store: Store<Notes>): Promise<readonly string[]> {
  const rows = await store.read((tx) => tx.query(tx.db.selectFrom("notes").select("id").orderBy("id")));
  return rows.map(({ id }) => id);
}
