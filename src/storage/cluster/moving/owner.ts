/** The database of a cluster, as whoever may read and write the rows of all apps. */
import type pg from "pg";
import { messageOf, OperatorError } from "#core/errors.ts";
import { MoveError } from "#core/moving/move.ts";
import type { MovedRow, MovedStore } from "#core/moving/moved-rows.ts";
import { withAdvice } from "../advice.ts";
import { OWNER_ADDRESS, shownAddress } from "../connection.ts";
import { SCHEMA_VERSION } from "../migrations.ts";
import { parserOf, SCHEMA } from "../postgres.ts";
import { connectedTo } from "../servers.ts";
import type { SelectedRow, Statement } from "./cluster-table.ts";
import { CLUSTER_TABLES } from "./cluster-tables.ts";

/** How long a server is waited for. */
const WAIT_MS_MAX = 10_000;

/** Of this connection alone, so that one after the other is done. */
export class Owner {
  readonly #client: pg.Client;
  readonly #address: string;

  private constructor(client: pg.Client, address: string) {
    this.#client = client;
    this.#address = address;
  }

  /** Throws a MoveError where it cannot be reached, or has another schema than this program. */
  static async connect(url: string): Promise<Owner> {
    const shown = shownAddress(url, OWNER_ADDRESS);
    const client = await worded(shown, () =>
      connectedTo(url, {
        waitMsMax: WAIT_MS_MAX,
        application_name: "dragoman move",
        // A row that a policy hides fails the statement: nothing is left out unseen.
        options: `-c search_path=${SCHEMA} -c row_security=off`,
        types: { getTypeParser: parserOf },
      }),
    );
    const owner = new Owner(client, shown);
    // Without a listener the process would end; whoever waits for a statement hears of it.
    client.on("error", () => {});
    try {
      await owner.#requireSchema();
      return owner;
    } catch (failure) {
      await client.end();
      throw failure;
    }
  }

  async rows<Row extends pg.QueryResultRow>(text: string, values: Statement["values"] = []): Promise<readonly Row[]> {
    return worded(this.#address, async () => (await this.#client.query<Row>(text, values.map(sent))).rows);
  }

  async row<Row extends pg.QueryResultRow>(text: string, values?: Statement["values"]): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }

  /** All of them or none. */
  async transaction<Result>(begin: string, work: () => Promise<Result>): Promise<Result> {
    await this.rows(begin);
    try {
      const result = await work();
      await this.rows("COMMIT");
      return result;
    } catch (failure) {
      // Of a connection that is gone nothing is left.
      await this.rows("ROLLBACK").catch(() => {});
      throw failure;
    }
  }

  /** Within a transaction, by a cursor: as many rows are held as are asked for at once. */
  async *pages(store: MovedStore, rowsMax: number): AsyncGenerator<readonly MovedRow[]> {
    const { select, asRead, fetchedMax = rowsMax } = CLUSTER_TABLES[store];
    await this.rows(`DECLARE moved NO SCROLL CURSOR FOR ${select}`);
    let waiting: MovedRow[] = [];
    for (;;) {
      const rows = await this.rows<SelectedRow>(`FETCH ${fetchedMax} FROM moved`);
      for (const row of rows) waiting.push(...asRead(row));
      const isLast = rows.length < fetchedMax;
      while (waiting.length >= rowsMax || (isLast && waiting.length > 0)) {
        yield waiting.slice(0, rowsMax);
        waiting = waiting.slice(rowsMax);
      }
      if (isLast) break;
    }
    await this.rows("CLOSE moved");
  }

  async estimate(store: MovedStore): Promise<number> {
    return (await this.row<{ rows: number }>(CLUSTER_TABLES[store].estimate))?.rows ?? 0;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #requireSchema(): Promise<void> {
    const known = await this.row<{ known: boolean }>(
      `SELECT to_regclass('${SCHEMA}.schema_version') IS NOT NULL AS known`,
    );
    const found = known?.known
      ? await this.row<{ version: number }>("SELECT coalesce(max(version), 0) AS version FROM schema_version")
      : null;
    const version = found?.version ?? 0;
    if (version === SCHEMA_VERSION) return;
    const is = version === 0 ? "has no tables of Dragoman" : `has schema version ${version}, not ${SCHEMA_VERSION}`;
    const advice = version > SCHEMA_VERSION ? "use the newer Dragoman" : 'run "dragoman cluster migrate" first';
    throw new MoveError(`${this.#address} ${is}: ${advice}`);
  }
}

/** Whatever fails says where. */
async function worded<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof OperatorError) throw failure;
    throw new OperatorError("database_unusable", `${address}: ${wordsOf(failure)}`, failure);
  }
}

/** What Postgres says when the role is neither the owner nor one that goes round the fences. */
const FENCED = /would be affected by row-level security policy|permission denied/;

function wordsOf(failure: unknown): string {
  const words = messageOf(failure);
  if (!FENCED.test(words)) return withAdvice(failure, OWNER_ADDRESS);
  return `${words}: DRAGOMAN_POSTGRES_OWNER_URL has to name the owner of the tables, or a role that may read all of them (BYPASSRLS)`;
}

function sent(value: Statement["values"][number]): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}
