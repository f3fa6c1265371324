import { Database, type Statement } from "bun:sqlite";
import { expect, test } from "bun:test";
import { lateStatement } from "../../src/storage/embedded/commits/late-statement.ts";

function opened() {
  const database = new Database(":memory:", { strict: true });
  database.run("CREATE TABLE apps (id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
  let prepared = 0;
  const statement = <Row, Parameters extends (number | string)[]>(sql: string) =>
    lateStatement<Row, Parameters>(() => {
      prepared += 1;
      return database.prepare<Row, Parameters>(sql) as Statement<Row, Parameters>;
    });
  return { statement, prepared: () => prepared };
}

test("a statement is read when it is first run, and once", () => {
  const { statement, prepared } = opened();
  const add = statement<null, [number, string]>("INSERT INTO apps VALUES (?, ?)");
  const list = statement<{ id: number; name: string }, []>("SELECT * FROM apps ORDER BY id");
  const { get } = list;
  expect(prepared()).toBe(0);
  expect(add.run(1, "shop").changes).toBe(1);
  expect(add.run(2, "desk").changes).toBe(1);
  expect(prepared()).toBe(1);
  const rows = [
    { id: 1, name: "shop" },
    { id: 2, name: "desk" },
  ];
  expect(list.all()).toEqual(rows);
  expect([...list.iterate()]).toEqual(rows);
  expect(list.get()).toEqual(rows[0] ?? null);
  // Also by a way that was taken from it before.
  expect(get()).toEqual(rows[0] ?? null);
  expect(prepared()).toBe(2);
});

test("what is wrong with the words of a statement is thrown whenever it is run", () => {
  const { statement } = opened();
  const wrong = statement<null, []>("SELECT name FROM nobody");
  for (const run of [() => wrong.get(), () => wrong.all(), () => wrong.run()]) expect(run).toThrow("nobody");
});
