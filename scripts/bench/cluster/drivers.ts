/**
 * Whether a driver of Postgres ever puts a statement of the pool into another caller's transaction, while connections are killed:
 * `bun scripts/bench/cluster/drivers.ts [--seconds N]`. Each statement says in which transaction it was, and leaves a row that has to be there
 * in the end. Exit status 1 where one was in another's, or is gone. Starts a Postgres of its own.
 */
import { parseArgs } from "node:util";
import { SQL } from "bun";
import pg from "pg";
import { startPostgres } from "../../../test/cluster/postgres-server.ts";

const CONNECTIONS = 4;
/** More than there are connections, so that statements wait for one. */
const TRANSACTIONS = 6;
const ALONE = 20;
const KILLED_EVERY_MS = 15;
const THINKING_MS_MAX = 6;
const CLOSED_MS_MAX = 2_000;

const INSERT = "INSERT INTO notes (name) VALUES ($1) RETURNING pg_current_xact_id()::text AS transaction";

/** Writes a note, and says in which transaction that was. */
type Note = (name: string) => Promise<string>;

interface Driver {
  readonly note: Note;
  /** Two notes with a while in between; undone where `work` rejects. */
  readonly together: (work: (note: Note) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<unknown>;
}

class Undone extends Error {}

const { values } = parseArgs({ options: { seconds: { type: "string", default: "20" } } });

const DRIVERS: Readonly<Record<string, (url: string) => Driver>> = {
  "Bun.SQL"(url) {
    const sql = new SQL({ url, max: CONNECTIONS });
    const noteIn = (on: Pick<SQL, "unsafe">) => async (name: string) =>
      String((await on.unsafe(INSERT, [name]))[0].transaction);
    return {
      note: noteIn(sql),
      together: async (work) => void (await sql.begin((transaction) => work(noteIn(transaction)))),
      close: () => sql.close({ timeout: 1 }),
    };
  },
  pg(url) {
    const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
    // Whose connection ends is told by what it asked for.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    const noteIn = (on: Pick<pg.ClientBase, "query">) => async (name: string) =>
      String((await on.query(INSERT, [name])).rows[0]?.transaction);
    const together = async (work: (note: Note) => Promise<void>) => {
      const client = await pool.connect();
      let isLeft = true;
      try {
        await client.query("BEGIN");
        await work(noteIn(client));
        await client.query("COMMIT");
        isLeft = false;
      } finally {
        // One that may be in a transaction is not used again, which undoes it.
        client.release(isLeft);
      }
    };
    return {
      note: noteIn({ query: pool.query.bind(pool) as pg.ClientBase["query"] }),
      together,
      close: () => pool.end(),
    };
  },
};

const server = await startPostgres();
try {
  const admin = new pg.Client(server.urlOf("postgres"));
  await admin.connect();
  for (const [name, open] of Object.entries(DRIVERS)) {
    await admin.query("DROP TABLE IF EXISTS notes");
    await admin.query("CREATE TABLE notes (name text)");
    const { alone, transactions, failed, strays, lost } = await tried(open(server.urlOf("postgres")), admin);
    console.log(
      `${name}: ${alone} statements alone beside ${transactions} transactions, ${failed} failed; ${strays} in another's transaction, ${lost} lost`,
    );
    if (strays + lost > 0) process.exitCode = 1;
  }
  await admin.end();
} finally {
  await server.dispose();
}

async function tried(driver: Driver, admin: pg.Client) {
  const transactions = new Set<string>();
  const alone = new Map<string, string>();
  let [noted, failed, strays] = [0, 0, 0];
  const endsAt = performance.now() + 1_000 * Number(values.seconds);
  const another = () => {
    noted += 1;
    return `${noted}`;
  };
  const repeated = async (work: () => Promise<void>) => {
    while (performance.now() < endsAt) {
      await work().catch((failure: unknown) => {
        if (failure instanceof Undone) return;
        failed += 1;
        return Bun.sleep(1);
      });
    }
  };
  const transaction = () =>
    driver.together(async (note) => {
      const first = await note(another());
      transactions.add(first);
      await Bun.sleep(Math.random() * THINKING_MS_MAX);
      if ((await note(another())) !== first) strays += 1;
      if (Math.random() < 0.5) throw new Undone();
    });
  const statement = async () => {
    const name = another();
    alone.set(name, await driver.note(name));
  };
  const kill = async () => {
    await Bun.sleep(KILLED_EVERY_MS);
    await admin.query(`SELECT pg_terminate_backend(pid) FROM (
      SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1) AS one`);
  };
  const works = [
    ...Array.from({ length: TRANSACTIONS }, () => transaction),
    ...Array.from({ length: ALONE }, () => statement),
    kill,
  ];
  await Promise.all(works.map(repeated));
  await Promise.race([driver.close(), Bun.sleep(CLOSED_MS_MAX)]);
  const { rows } = await admin.query<{ name: string }>("SELECT name FROM notes");
  const there = new Set(rows.map(({ name }) => name));
  strays += [...alone.values()].filter((each) => transactions.has(each)).length;
  const lost = [...alone.keys()].filter((name) => !there.has(name)).length;
  return { alone: alone.size, transactions: transactions.size, failed, strays, lost };
}
