/** What the simulated wire relies on: that what becomes of a statement at the real server does not follow from the machine. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PostgresServer, startPostgres } from "../../cluster/postgres-server.ts";
import { Control, superuserUrlOf } from "./database.ts";
import { query } from "./frames.ts";
import { RealServer } from "./real-server.ts";
import { SETTINGS } from "./start.ts";

const TEST_MS_MAX = 60_000;
const ROUNDS = 15;
const WAITING = ["first", "second", "third"] as const;

let postgres: PostgresServer;
let control: Control;
let database: string;
beforeAll(async () => {
  postgres = await startPostgres({ settings: SETTINGS });
  const made = await postgres.createDatabase("waiting");
  database = made.name;
  control = await Control.prepare(superuserUrlOf(made));
  await control.rows("CREATE TABLE line (place integer PRIMARY KEY, who text)");
}, TEST_MS_MAX);
afterAll(async () => {
  await control.close();
  await postgres.dispose();
}, TEST_MS_MAX);

test(
  "of those who wait for one lock the first goes on first, however long it took until it was let go",
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { server, ask, open } = await sessions("holder", ...WAITING);
      await ask("holder", "BEGIN");
      await ask("holder", `INSERT INTO line VALUES (${round}, 'holder')`);
      const insert = (who: string) =>
        `INSERT INTO line VALUES (${round}, '${who}') ON CONFLICT (place) DO UPDATE SET who = line.who || ', ' || excluded.who`;
      for (const who of WAITING) expect((await ask(who, insert(who))).answered).toBe("blocked");
      const { released } = await ask("holder", "COMMIT");
      expect(released.map(({ client }) => client.name)).toEqual([...WAITING]);
      const [row] = await control.rows<{ who: string }>("SELECT who FROM line WHERE place = $1", [round]);
      expect(row?.who).toBe(["holder", ...WAITING].join(", "));
      for (const client of open) await server.end(client);
    }
  },
  TEST_MS_MAX,
);

test(
  "those who wait for each other are told so, and the one goes on that does not give up",
  async () => {
    const { server, ask, open } = await sessions("one", "other");
    const [one, other] = open;
    await control.rows("INSERT INTO line VALUES (-1, ''), (-2, '')");
    for (const [who, place] of [
      ["one", -1],
      ["other", -2],
    ] as const) {
      await ask(who, "BEGIN");
      await ask(who, `UPDATE line SET who = '${who}' WHERE place = ${place}`);
    }
    expect((await ask("one", "UPDATE line SET who = 'one' WHERE place = -2")).answered).toBe("blocked");
    expect((await ask("other", "UPDATE line SET who = 'other' WHERE place = -1")).answered).toBe("deadlocked");
    const gaveUp = other && (await server.giveUp(other));
    expect(gaveUp?.released.map(({ client }) => client)).toEqual(one ? [one] : []);
    for (const client of open) await server.end(client);
  },
  TEST_MS_MAX,
);

async function sessions(...names: readonly string[]) {
  const server = new RealServer<{ readonly name: string }>({ control, port: postgres.port });
  const open = names.map((name) => ({ name }));
  for (const client of open) await server.begin(client, startup());
  const ask = async (name: string, text: string) => {
    const client = open.find((one) => one.name === name);
    if (!client) throw new Error(`nobody is called ${name}`);
    return server.ask(client, query(text), 0);
  };
  return { server, ask, open };
}

/** As a client begins: https://www.postgresql.org/docs/15/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-STARTUPMESSAGE */
function startup(): Buffer {
  const parameters = Buffer.from(`user\0postgres\0database\0${database}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + parameters.length, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, parameters]);
}
