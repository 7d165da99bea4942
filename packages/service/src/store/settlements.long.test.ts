/** Writes that share a transaction, on both databases: none takes anything of the others with it. */
import { expect, test } from "vitest";
import { describeOnDatabases } from "../testing/databases.js";
import { addNote, append, insert, NOTES, type Notes, noteIds, textOf } from "../testing/notes.js";
import { openDatabase } from "./open-database.js";
import { statementsOf } from "./statement.js";
import type { Sent } from "./store.js";

const addNamed = statementsOf<Notes>()((db, { id }: { id: string }) =>
  db.insertInto("notes").values({ id, text: "short" }).returning("id"),
);

const touch = statementsOf<Notes>()((db, { id }: { id: string }) =>
  db.updateTable("notes").set({ text: "touched" }).where("id", "=", id),
);

describeOnDatabases("writes in turn on %s", (newDatabase) => {
  test("take effect in the order of their calls, and one that fails takes nothing of the others with it", async () => {
    const store = await openDatabase<Notes>(await newDatabase(), NOTES);
    await addNote(store, "row", "");
    const outcomes = await Promise.allSettled(
      ["a", "b", "c", "d"].map((letter) =>
        store.writeInTurn({ key: "row" }, async (tx) => {
          await append(tx, "row", letter);
          if (letter === "b") throw new Error("refused");
          if (letter === "c") await insert(tx, "row");
          return letter;
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(outcomes[3]).toMatchObject({ value: "d" });
    expect(await textOf(store, "row")).toBe("ad");
    await store.close();
  });

  test("fail with a statement for which they do not wait, and get its rows after the commit", async () => {
    const store = await openDatabase<Notes>(await newDatabase(), NOTES);
    await addNote(store, "row", "");
    const write = async (id: string) => {
      let sent: Sent<{ id: string }> | undefined;
      await store.writeInTurn({ key: "row" }, async (tx) => {
        sent = tx.send(addNamed, { id });
      });
      return sent?.rows;
    };
    const outcomes = await Promise.allSettled([write("a"), write("row"), write("b"), write("row")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
    expect(outcomes[2]).toMatchObject({ value: [{ id: "b" }] });
    expect(await noteIds(store)).toEqual(["a", "b", "row"]);
    await store.close();
  });

  test("one that fails after a change keeps nothing, whatever another has sent before it", async () => {
    const store = await openDatabase<Notes>(await newDatabase(), NOTES);
    const sends = store.writeInTurn({ key: "row" }, async (tx) => void tx.send(touch, { id: "nobody" }));
    const fails = store.writeInTurn({ key: "row" }, async (tx) => {
      await insert(tx, "row");
      throw new Error("refused");
    });
    const outcomes = await Promise.allSettled([sends, fails]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await noteIds(store)).toEqual([]);
    await store.close();
  });

  test("are all made before the store is closed", async () => {
    const database = await newDatabase();
    const store = await openDatabase<Notes>(database, NOTES);
    const ids = Array.from({ length: 100 }, (_, number) => `${100 + number}`);
    const writes = ids.map((id) => store.writeInTurn({ key: "row" }, (tx) => insert(tx, id)));
    await store.close();
    await Promise.all(writes);
    const again = await openDatabase<Notes>(database, NOTES);
    expect(await noteIds(again)).toEqual(ids);
    await again.close();
  });
});
