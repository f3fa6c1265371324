import pg, { type PoolClient, type QueryResultRow } from "pg";
import { AppError } from "#core/errors.ts";
import type { AppId } from "#core/tenant.ts";
import { Advice } from "./advice.ts";
import {
  closed,
  isConflict,
  isConnectionLost,
  isReadOnly,
  NotConnected,
  translated,
  unavailable,
} from "./engine-failures.ts";
import { Servers } from "./servers.ts";
import { Shares } from "./shares.ts";
import { StatementNames } from "./statement-names.ts";

/** The schema that holds all tables; nothing is looked up anywhere else. */
export const SCHEMA = "dragoman";

const INT8_OID = 20;
/** How often a change that gave way to another's is made again. */
const ATTEMPTS_MAX = 5;
/** How long, and how often, it is asked what became of a commit whose answer was lost. */
const OUTCOME_MS_MAX = 10_000;
const OUTCOME_EVERY_MS = 50;
/** How often it is looked whether an engine that failed takes changes again. */
const PROBE_EVERY_MS = 1_000;

/** A value of a statement: `undefined` is none. Arrays and bytes go as Postgres has them. */
export type Value = string | number | boolean | null | Uint8Array | readonly (string | number | null | Uint8Array)[];

export interface PostgresOptions {
  readonly url: string;
  /** Connections of this node. */
  readonly connectionsMax: number;
  /** How long one is waited for, and a statement may take. */
  readonly waitMsMax: number;
  readonly statementMsMax: number;
  /** Takes warnings that an operator should read. */
  readonly log?: (message: string) => void;
}

/** Statements of one transaction, of one app. */
export interface Transaction {
  /** The app's changes, this one among them. */
  readonly version: number;
  rows<Row extends QueryResultRow>(statement: string, values?: readonly Value[]): Promise<readonly Row[]>;
  /** The first row, or null. */
  row<Row extends QueryResultRow>(statement: string, values?: readonly Value[]): Promise<Row | null>;
}

/**
 * Statements on a pool of connections. Which app a statement is for is said to the connection before it: row-level security
 * shows that app's rows and no others, so a condition that was forgotten finds nothing. Every wait has an end; what the engine
 * cannot do rejects with `service_unavailable`.
 */
export class Postgres {
  readonly #servers: Servers;
  readonly #pool: pg.Pool;
  readonly #connectionsMax: number;
  readonly #advice: Advice;
  readonly #shares: Shares;
  /** In the order asked for: they would take turns at the app's row in any case, each with a connection in its hands. */
  readonly #changing = new Shares(1);
  readonly #names = new StatementNames();
  /** The app that a connection was told last. */
  readonly #told = new WeakMap<PoolClient, string>();
  readonly #inFlight = new Set<Promise<unknown>>();
  #isClosed = false;
  #isWritable = true;
  #probedAt = 0;

  constructor(options: PostgresOptions) {
    const { url, connectionsMax, waitMsMax, statementMsMax, log = () => {} } = options;
    this.#servers = new Servers(url);
    this.#connectionsMax = connectionsMax;
    this.#advice = new Advice(log);
    this.#pool = new pg.Pool({
      Client: this.#servers.clientClass(waitMsMax),
      onConnect: (client) => this.#servers.requireWriting(client, waitMsMax),
      max: connectionsMax,
      connectionTimeoutMillis: waitMsMax,
      // Its own word reaches us within its limit; where it does not, the connection is given up a little later.
      statement_timeout: statementMsMax,
      query_timeout: statementMsMax + waitMsMax,
      idle_in_transaction_session_timeout: statementMsMax,
      lock_timeout: statementMsMax,
      keepAlive: true,
      application_name: "dragoman",
      options: `-c search_path=${SCHEMA}`,
      types: { getTypeParser: parserOf },
    });
    const say = (failure: Error) => log(`a connection to Postgres ended: ${failure.message}`);
    // Of connections that nobody uses at the moment: the next statement opens another. Of one in use whoever uses it hears, too; without
    // a listener of its own the process would end.
    this.#pool.on("error", say);
    this.#pool.on("connect", (client) => client.on("error", say));
    // Half of them: whatever an app asks for, others find one free.
    this.#shares = new Shares(Math.max(1, Math.floor(connectionsMax / 2)));
  }

  /** Rows that are no app's, or that a function of the schema's owner gives of all apps. */
  rows<Row extends QueryResultRow>(statement: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    return this.#accepted(() =>
      this.#with(async (client) => {
        await this.#tell(client, "");
        return this.#send<Row>(client, statement, values);
      }),
    );
  }

  /** Rows that a function of the schema's owner gives, which goes by its arguments: no app is said to the connection. */
  call<Row extends QueryResultRow>(statement: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#with((client) => this.#send<Row>(client, statement, values));
  }

  /** The first of such rows, or null. */
  async row<Row extends QueryResultRow>(statement: string, values?: readonly Value[]): Promise<Row | null> {
    return (await this.rows<Row>(statement, values))[0] ?? null;
  }

  /** Rows of an app. */
  rowsOf<Row extends QueryResultRow>(
    app: AppId,
    statement: string,
    values: readonly Value[] = [],
  ): Promise<readonly Row[]> {
    return this.#accepted(() =>
      this.#shares.within(app, () =>
        this.#with(async (client) => {
          await this.#tell(client, app);
          return this.#send<Row>(client, statement, values);
        }),
      ),
    );
  }

  /** The first of such rows, or null. */
  async rowOf<Row extends QueryResultRow>(
    app: AppId,
    statement: string,
    values?: readonly Value[],
  ): Promise<Row | null> {
    return (await this.rowsOf<Row>(app, statement, values))[0] ?? null;
  }

  /**
   * A change of an app, in one transaction: one after the other for each app, over all nodes, since each raises the app's version first
   * and holds its row until the end. What `work` sees is therefore still so when it is written. Resolves when the
   * change survives the loss of the server. Where the connection ends during the commit, it is found out what became of it: never guessed.
   * `work` may be called again, when another transaction had to go first.
   */
  change<Result>(app: AppId, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#accepted(() =>
      this.#changing.within(app, () => this.#shares.within(app, () => this.#changed(app, work))),
    );
  }

  /** See `Storage.isWritable`. */
  isWritable(): boolean {
    if (this.#isClosed) return false;
    if (!this.#isWritable && performance.now() - this.#probedAt >= PROBE_EVERY_MS) {
      this.#probedAt = performance.now();
      void this.#probe();
    }
    return this.#isWritable;
  }

  /** Throws `service_unavailable` where it was closed. */
  requireOpen(): void {
    if (this.#isClosed) throw closed();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // The pool would leave those alone who wait for it.
    await Promise.allSettled(this.#inFlight);
    await this.#pool.end();
  }

  async #changed<Result>(app: AppId, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#with((client) => this.#transaction(client, app, work));
      } catch (failure) {
        const cause = failure instanceof AppError ? failure.cause : failure;
        if (!isConflict(cause) || attempt === ATTEMPTS_MAX) throw failure;
      }
    }
  }

  async #transaction<Result>(
    client: PoolClient,
    app: AppId,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    await this.#tell(client, app);
    await client.query("BEGIN");
    let transactionId: string;
    let result: Result;
    try {
      const [begun] = await this.#send<{ version: number; transaction: string }>(
        client,
        `INSERT INTO app_versions AS known (app, version) VALUES ($1, 1)
         ON CONFLICT (app) DO UPDATE SET version = known.version + 1
         RETURNING version, pg_current_xact_id()::text AS transaction`,
        [app],
      );
      if (!begun) throw new Error("a version was expected to come back");
      transactionId = begun.transaction;
      const rows = <Row extends QueryResultRow>(statement: string, values: readonly Value[] = []) =>
        this.#send<Row>(client, statement, values);
      const row = async <Row extends QueryResultRow>(statement: string, values?: readonly Value[]) =>
        (await rows<Row>(statement, values))[0] ?? null;
      result = await work({ version: begun.version, rows, row });
    } catch (failure) {
      if (!isConnectionLost(failure)) await client.query("ROLLBACK");
      throw failure;
    }
    try {
      await client.query("COMMIT");
    } catch (failure) {
      if (!isConnectionLost(failure)) throw failure;
      if (!(await this.#isCommitted(transactionId))) throw failure;
    }
    return result;
  }

  /** Asked on another connection: the server knows, also one that was a replica until now. */
  async #isCommitted(transaction: string): Promise<boolean> {
    const endsAt = performance.now() + OUTCOME_MS_MAX;
    for (;;) {
      // Also while it is being closed: whoever waits hears what became of it.
      const asked = this.#with((client) =>
        this.#send<{ status: string | null }>(client, "SELECT pg_xact_status($1::text::xid8) AS status", [transaction]),
      );
      const [outcome] = await asked.catch((failure: unknown) => {
        if (performance.now() >= endsAt) throw failure;
        return [];
      });
      if (outcome?.status === "committed") return true;
      if (outcome?.status === "aborted") return false;
      if (performance.now() >= endsAt) throw unavailable();
      await new Promise((resolve) => setTimeout(resolve, OUTCOME_EVERY_MS));
    }
  }

  /** What was asked for while it was open is done: also what waits for its turn when it is closed. */
  #accepted<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) return Promise.reject(closed());
    const working = work().finally(() => this.#inFlight.delete(working));
    this.#inFlight.add(working);
    return working;
  }

  async #with<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const server = this.#servers.now;
      const client = await this.#connected();
      try {
        const result = await work(client);
        client.release();
        this.#isWritable = true;
        this.#advice.isBack();
        return result;
      } catch (failure) {
        const told = translated(failure);
        // A statement that failed for its own sake leaves the connection as it was.
        const isOfEngine = told !== failure && !isConflict(failure);
        client.release(isOfEngine);
        if (isOfEngine) this.#failed(failure);
        // It was the one, and is no more. Nothing was done there: another is asked, once all connections to this one are gone.
        const isElsewhere = isReadOnly(failure) && this.#servers.count > 1 && attempt <= this.#connectionsMax;
        if (!isElsewhere) throw told;
        this.#servers.leave(server);
      }
    }
  }

  /** Whatever is in the way of a connection, a certificate or a password among it, nobody who waits can do anything about it. */
  async #connected(): Promise<PoolClient> {
    for (let left = this.#servers.count; ; left -= 1) {
      const server = this.#servers.now;
      try {
        return await this.#pool.connect();
      } catch (failure) {
        const isOfServer = !isPoolEmpty(failure);
        if (isOfServer) this.#servers.leave(server);
        if (isOfServer && left > 1) continue;
        this.#failed(failure);
        throw unavailable(new NotConnected(failure));
      }
    }
  }

  #failed(failure: unknown): void {
    this.#isWritable = false;
    this.#advice.give(failure);
  }

  async #tell(client: PoolClient, app: string): Promise<void> {
    if (this.#told.get(client) === app) return;
    this.#told.delete(client);
    await this.#send(client, "SELECT set_config('dragoman.app', $1, false)", [app]);
    this.#told.set(client, app);
  }

  async #send<Row extends QueryResultRow>(
    client: PoolClient,
    statement: string,
    values: readonly Value[],
  ): Promise<readonly Row[]> {
    // Named, it is parsed and planned once for each connection.
    const name = this.#names.of(statement);
    const { rows } = await client.query<Row>({ name, text: statement, values: values.map(sent) });
    return rows;
  }

  async #probe(): Promise<void> {
    try {
      // A server that only reads says so here.
      await this.rows("SELECT pg_current_xact_id()");
    } catch {
      // It is told to whoever needs the storage.
    }
  }
}

/** Whether all connections are at work: the server is not at fault. */
function isPoolEmpty(failure: unknown): boolean {
  return failure instanceof Error && failure.message === "timeout exceeded when trying to connect";
}

/** Ids, amounts and instants are whole numbers that JavaScript has exactly. */
export function parserOf(oid: number, format?: "binary" | "text") {
  if (oid === INT8_OID) return exactly;
  return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
}

function exactly(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is more than a number holds exactly`);
  return number;
}

function sent(value: Value): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}
