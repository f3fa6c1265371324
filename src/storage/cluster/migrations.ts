import pg from "pg";
import { messageOf, OperatorError } from "#core/errors.ts";
import { connectionOf, shownAddress } from "./connection.ts";
import tenants from "./migrations/0001_tenants.sql" with { type: "text" };
import sets from "./migrations/0002_sets.sql" with { type: "text" };
import answers from "./migrations/0003_answers.sql" with { type: "text" };
import ledger from "./migrations/0004_ledger.sql" with { type: "text" };
import operators from "./migrations/0005_operators.sql" with { type: "text" };
import { type Postgres, SCHEMA } from "./postgres.ts";

/** In order; the version of a database is how many of these it has seen. One that was released is never edited. */
const MIGRATIONS: readonly string[] = [tenants, sets, answers, ledger, operators];

/** The newest version of the schema that this program knows. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** What nodes are members of: it may read and write rows, owns nothing, and cannot log in itself. */
const NODE_ROLE = "dragoman_node";

/** Two that migrate at once take turns: any number that nobody else uses. */
const MIGRATION_LOCK = 0x6472_6167;

/**
 * Makes or renews the schema, as the role that owns it: nodes cannot. Each migration is a transaction of its own, and nodes of the version
 * before may go on meanwhile. Returns the version before and after. Throws an OperatorError (`database_unusable`)
 * for a database that a newer program has migrated.
 */
export function migrateCluster(ownerUrl: string): Promise<{ readonly from: number; readonly to: number }> {
  return asOwner(ownerUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await client.query(`SET search_path = ${SCHEMA}`);
    await ensureNodeRole(client);
    const from = await versionOf(client);
    if (from > SCHEMA_VERSION) throw tooNew(from);
    for (let version = from; version < SCHEMA_VERSION; version += 1) {
      await client.query("BEGIN");
      await client.query(MIGRATIONS[version] ?? "");
      await client.query("INSERT INTO schema_version (version) VALUES ($1)", [version + 1]);
      await client.query("COMMIT");
    }
    return { from, to: SCHEMA_VERSION };
  });
}

/** Lets a role be a node's. As `migrateCluster`, by the owner or whoever may give roles. */
export function letBeNode(ownerUrl: string, role: string): Promise<void> {
  return asOwner(ownerUrl, async (client) => {
    await client.query(`GRANT ${NODE_ROLE} TO ${client.escapeIdentifier(role)}`);
  });
}

async function asOwner<Result>(ownerUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ ...connectionOf(ownerUrl), application_name: "dragoman migration" });
  try {
    await client.connect();
    return await work(client);
  } catch (failure) {
    if (failure instanceof OperatorError) throw failure;
    const where = shownAddress(ownerUrl);
    throw new OperatorError("database_unusable", `${where} cannot be migrated: ${messageOf(failure)}`, failure);
  } finally {
    await client.end();
  }
}

/** Throws an OperatorError (`database_unusable`) unless a node of this program can work on the database. */
export async function requireSchema(postgres: Postgres): Promise<void> {
  const known = await postgres.row<{ known: boolean }>("SELECT to_regclass('schema_version') IS NOT NULL AS known");
  const row = known?.known ? await postgres.row<{ version: number }>("SELECT schema_version_now() AS version") : null;
  const version = row?.version ?? 0;
  if (version > SCHEMA_VERSION) throw tooNew(version);
  if (version < SCHEMA_VERSION) {
    const is =
      version === 0 ? "has no tables of Dragoman" : `has schema version ${version}, and ${SCHEMA_VERSION} is needed`;
    throw new OperatorError("database_unusable", `the database ${is}: run "dragoman cluster migrate" as its owner`);
  }
}

async function ensureNodeRole(client: pg.Client): Promise<void> {
  const known = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [NODE_ROLE]);
  if (known.rowCount === 0) {
    try {
      await client.query(`CREATE ROLE ${NODE_ROLE} NOLOGIN`);
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      const advice = `have an administrator run: CREATE ROLE ${NODE_ROLE} NOLOGIN`;
      throw new OperatorError("database_unusable", `the role ${NODE_ROLE} cannot be made (${words}): ${advice}`, cause);
    }
  }
  await client.query(`GRANT USAGE ON SCHEMA ${SCHEMA} TO ${NODE_ROLE}`);
}

async function versionOf(client: pg.Client): Promise<number> {
  const known = await client.query("SELECT to_regclass('schema_version') IS NOT NULL AS known");
  if (!known.rows[0]?.known) return 0;
  const { rows } = await client.query<{ version: number }>("SELECT schema_version_now() AS version");
  return rows[0]?.version ?? 0;
}

function tooNew(version: number): OperatorError {
  return new OperatorError(
    "database_unusable",
    `the database has schema version ${version}, this program knows only up to ${SCHEMA_VERSION}: start the newer Dragoman`,
  );
}
