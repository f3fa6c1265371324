/** A real database whose clock is the simulation's, and what is asked of it between two steps. */
import pg from "pg";
import type { TestDatabase } from "../../cluster/postgres-server.ts";
import { RealSocket } from "./real-world.ts";

/** The schema in which functions of the server are shadowed. */
export const SHADOWS = "simulated";

/**
 * Functions that tell the time are found here first, in statements of nodes and in the schema's own. How long a lock is waited for is told by the
 * simulated clock as well, so the server itself waits as long as it is let.
 */
const PREPARE = `
  CREATE SCHEMA ${SHADOWS};
  GRANT USAGE ON SCHEMA ${SHADOWS} TO PUBLIC;

  CREATE FUNCTION ${SHADOWS}.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
  AS $$ SELECT pg_catalog.to_timestamp(pg_catalog.current_setting('simulation.now')::double precision / 1000) $$;
  CREATE FUNCTION ${SHADOWS}.now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT ${SHADOWS}.clock_timestamp() $$;
  CREATE FUNCTION ${SHADOWS}.set_config(name text, value text, is_local boolean) RETURNS text LANGUAGE sql VOLATILE
  AS $$ SELECT CASE WHEN name = 'lock_timeout' THEN value ELSE pg_catalog.set_config(name, value, is_local) END $$;

  DO $$ DECLARE one record; BEGIN
    FOR one IN
      SELECT pg_proc.oid::regprocedure AS name FROM pg_proc
      WHERE pronamespace = 'dragoman'::regnamespace AND array_to_string(proconfig, ',') LIKE '%search_path%'
    LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path = ${SHADOWS}, pg_catalog, dragoman, pg_temp', one.name);
    END LOOP;
  END $$;
  ALTER TABLE dragoman.graduation_writers ALTER written_at SET DEFAULT ${SHADOWS}.clock_timestamp();

  -- What the ledger's entries add up to, so that it need not be read at each look.
  CREATE TABLE ${SHADOWS}.entered (
    app text, bucket text, amount bigint NOT NULL DEFAULT 0, charged bigint NOT NULL DEFAULT 0, charges bigint NOT NULL DEFAULT 0,
    credited bigint NOT NULL DEFAULT 0, entries bigint NOT NULL DEFAULT 0, PRIMARY KEY (app, bucket)
  );
  CREATE FUNCTION ${SHADOWS}.enter() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE
    charge bigint := CASE NEW.kind WHEN 'charge' THEN -NEW.amount ELSE 0 END;
  BEGIN
    INSERT INTO ${SHADOWS}.entered AS known VALUES (NEW.app, NEW.bucket, NEW.amount, charge,
      CASE NEW.kind WHEN 'charge' THEN coalesce(cardinality(NEW.charges), NEW.count) ELSE 0 END,
      CASE NEW.kind WHEN 'credit' THEN NEW.amount ELSE 0 END, coalesce(cardinality(NEW.charges), NEW.count))
    ON CONFLICT (app, bucket) DO UPDATE SET amount = known.amount + excluded.amount, charged = known.charged + excluded.charged,
      charges = known.charges + excluded.charges, credited = known.credited + excluded.credited,
      entries = known.entries + excluded.entries;
    RETURN NULL;
  END $$;
  CREATE TRIGGER simulated_sums AFTER INSERT ON dragoman.ledger_entries FOR EACH ROW EXECUTE FUNCTION ${SHADOWS}.enter();
`;

/** What stands in the database of one app. */
export interface AppFacts {
  readonly app: string;
  /** What its charges add up to, and how many there are, over all buckets. */
  readonly charged: number;
  readonly charges: number;
  readonly credited: number;
  /** Answers kept under idempotency keys. */
  readonly kept: number;
  /** Free for whoever asks next, were nothing under way: of credits, and of the newest month. */
  readonly held: number;
}

/** What is logged of an app. */
export interface LogFacts {
  readonly app: string;
  readonly rows: number;
  /** How often those questions were asked. */
  readonly times: number;
}

/** Buckets whose entries are not what is unleased and what remains of leases; of which more was spent than given. */
const DISCREPANCIES = `
  SELECT format('%s %s: %s was entered, %s is there', coalesce(entered.app, there.app), coalesce(entered.bucket, there.bucket),
    coalesce(entered.amount, 0), coalesce(there.amount, 0)) AS words
  FROM ${SHADOWS}.entered FULL JOIN (
    SELECT app, bucket, sum(amount)::bigint AS amount FROM (
      SELECT app, bucket, unleased AS amount FROM dragoman.balances UNION ALL SELECT app, bucket, remaining FROM dragoman.leases
    ) AS parts GROUP BY app, bucket
  ) AS there USING (app, bucket)
  WHERE coalesce(entered.amount, 0) <> coalesce(there.amount, 0)`;

const FACTS = `
  SELECT apps.app, coalesce(sum(charged), 0)::integer AS charged, coalesce(sum(charges), 0)::integer AS charges,
    coalesce(sum(credited), 0)::integer AS credited,
    (SELECT count(*)::integer FROM dragoman.kept_answers AS kept WHERE kept.app = apps.app) AS kept,
    (SELECT coalesce(sum(held), 0)::integer FROM dragoman.leases WHERE leases.app = apps.app) AS held
  FROM dragoman.apps LEFT JOIN ${SHADOWS}.entered USING (app) GROUP BY apps.app`;

/** Buckets of which what is left of entries, and the months in the place of others, are not what was entered. */
const COMPACTED_WRONGLY = `
  WITH parts AS (
    SELECT app, bucket, amount, coalesce(cardinality(charges), count) AS entries FROM dragoman.ledger_entries
    UNION ALL
    SELECT app, part ->> 0, (part ->> 3)::bigint, (part ->> 2)::bigint
    FROM dragoman.ledger_months, json_array_elements(sums::json) AS part
  ), sums AS (SELECT app, bucket, sum(amount)::bigint AS amount, sum(entries)::bigint AS entries FROM parts GROUP BY app, bucket)
  SELECT format('%s %s: %s entries of %s were made, %s of %s are there or in months', app, bucket, entered.entries, entered.amount,
    coalesce(sums.entries, 0), coalesce(sums.amount, 0)) AS words
  FROM ${SHADOWS}.entered FULL JOIN sums USING (app, bucket)
  WHERE coalesce(entered.amount, 0) <> coalesce(sums.amount, 0) OR coalesce(entered.entries, 0) <> coalesce(sums.entries, 0)`;

/** The simulator's own connection to the server. What it asks takes no simulated time. */
export class Control {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** On a database that no node has used yet: its clock is the simulation's from then on. */
  static async prepare(url: string): Promise<Control> {
    // A real one: by the time of the first statement of a node sockets are simulated.
    const client = new pg.Client({ connectionString: url, stream: () => new RealSocket() });
    await client.connect();
    await client.query(PREPARE);
    return new Control(client);
  }

  /** Has a function of the schema do something else: `change` is given its definition. */
  async redefine(name: string, change: (definition: string) => string): Promise<void> {
    const rows = await this.rows<{ text: string }>(
      "SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = $1 AND pronamespace = 'dragoman'::regnamespace",
      [name],
    );
    const [definition, another] = rows;
    if (!definition || another) throw new Error(`there are ${rows.length} functions ${name}`);
    await this.#client.query(change(definition.text));
  }

  /** Whether a process waits for a lock, and for somebody who waits for it; null where it waits for none. */
  async waits(processId: number): Promise<"blocked" | "deadlocked" | null> {
    const [found] = await this.rows<{ blockers: number; circle: boolean | null }>(
      `WITH RECURSIVE blocking(pid) AS (
         SELECT unnest(pg_blocking_pids($1)) UNION SELECT unnest(pg_blocking_pids(blocking.pid)) FROM blocking
       ) SELECT count(*)::integer AS blockers, bool_or(pid = $1) AS circle FROM blocking`,
      [processId],
    );
    if (!found || found.blockers === 0) return null;
    return found.circle ? "deadlocked" : "blocked";
  }

  /** The place of the first that waits for no lock any more; null for none. */
  async firstFree(processIds: readonly number[]): Promise<number | null> {
    const [first] = await this.rows<{ place: number }>(
      `SELECT place::integer - 1 AS place FROM unnest($1::integer[]) WITH ORDINALITY AS waiting (pid, place)
       WHERE cardinality(pg_blocking_pids(pid)) = 0 ORDER BY place LIMIT 1`,
      [processIds],
    );
    return first?.place ?? null;
  }

  async cancel(processId: number): Promise<void> {
    await this.#client.query("SELECT pg_cancel_backend($1)", [processId]);
  }

  async discrepancies(): Promise<readonly string[]> {
    const { rows } = await this.#client.query<{ words: string }>(DISCREPANCIES);
    return rows.map(({ words }) => words);
  }

  async facts(): Promise<readonly AppFacts[]> {
    return (await this.#client.query<AppFacts>(FACTS)).rows;
  }

  /** What a node that lives holds for requests. With nothing under way there is nothing. */
  async heldByNobody(now: number): Promise<readonly string[]> {
    const rows = await this.rows<{ words: string }>(
      `SELECT format('%s %s: %s are held, and nobody has reserved them', app, bucket, held) AS words
       FROM dragoman.leases JOIN dragoman.nodes USING (node)
       WHERE held > 0 AND NOT has_ended AND expires_at > to_timestamp($1::double precision / 1000)`,
      [now],
    );
    return rows.map(({ words }) => words);
  }

  /** With nothing under way: rights to work that nobody has any more, and books that are not what was entered. */
  async leftBehind(now: number): Promise<readonly string[]> {
    const rows = await this.rows<{ words: string }>(
      `SELECT format('%s: the right to "%s" is held by nobody', app, key) AS words
       FROM (SELECT app, key, ends_at FROM dragoman.keyed_work UNION ALL SELECT app, key, ends_at FROM dragoman.learning_leases) AS work
       WHERE ends_at > to_timestamp($1::double precision / 1000)`,
      [now],
    );
    const compacted = await this.rows<{ words: string }>(COMPACTED_WRONGLY);
    return [...rows, ...compacted].map(({ words }) => words);
  }

  /** By app: what is logged. */
  async logged(): Promise<readonly LogFacts[]> {
    return this.rows<LogFacts>(
      "SELECT app, count(*)::integer AS rows, sum(times)::integer AS times FROM dragoman.logged_questions GROUP BY app",
    );
  }

  /** By app: calls of which both answers were compared. */
  async observed(): Promise<ReadonlyMap<string, number>> {
    const statement = "SELECT app, sum(observed)::integer AS observed FROM dragoman.graduation_counts GROUP BY app";
    const rows = await this.rows<{ app: string; observed: number }>(statement);
    return new Map(rows.map(({ app, observed }) => [app, observed]));
  }

  async rows<Row extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    return (await this.#client.query<Row>(statement, [...values])).rows;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

/** A superuser's address of a database: who looks at it is held by no fence. */
export function superuserUrlOf(database: Pick<TestDatabase, "nodeUrl">): string {
  const address = new URL(database.nodeUrl);
  address.username = "postgres";
  address.password = "";
  return address.href;
}
