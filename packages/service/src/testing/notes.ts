/** The smallest service with tables of its own, for tests of the stores. */

import { statementsOf } from "../store/statement.js";
import type { Store, StoreSchema, Transaction } from "../store/store.js";

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

export const insert = (tx: Transaction<Notes>, id: string) =>
  tx.query(tx.db.insertInto("notes").values({ id, text: "short" }));

/** Adds a letter to the text of a note. */
export const append = (tx: Transaction<Notes>, id: string, letter: string) =>
  tx.query(
    tx.db
      .updateTable("notes")
      .set(({ eb }) => ({ text: eb("text", "||", letter) }))
      .where("id", "=", id),
  );

/** The text of a note; undefined where there is none. */
export async function textOf(store: Store<Notes>, id: string): Promise<string | undefined> {
  const rows = await store.read((tx) => tx.query(tx.db.selectFrom("notes").select("text").where("id", "=", id)));
  return rows[0]?.text;
}
