import type pg from "pg";
import { OperatorError } from "#core/errors.ts";
import { withAdvice } from "./advice.ts";
import { OWNER_ADDRESS, shownAddress } from "./connection.ts";
import { isConflict, isLockNotHad } from "./engine-failures.ts";
import tenants from "./migrations/0001_tenants.sql" with { type: "text" };
import sets from "./migrations/0002_sets.sql" with { type: "text" };
import answers from "./migrations/0003_answers.sql" with { type: "text" };
import ledger from "./migrations/0004_ledger.sql" with { type: "text" };
import operators from "./migrations/0005_operators.sql" with { type: "text" };
import nodes from "./migrations/0006_nodes.sql" with { type: "text" };
import learning from "./migrations/0007_learning.sql" with { type: "text" };
import windowBlocks from "./migrations/0008_window_blocks.sql" with { type: "text" };
import moves from "./migrations/0009_moves.sql" with { type: "text" };
import upgrades from "./migrations/0010_upgrades.sql" with { type: "text" };
import charges from "./migrations/0011_charges.sql" with { type: "text" };
import ledgerMonths from "./migrations/0012_ledger_months.sql" with { type: "text" };
import turnsBySets from "./migrations/0013_turns_by_sets.sql" with { type: "text" };
import requestsWithoutAKey from "./migrations/0014_requests_without_a_key.sql" with { type: "text" };
import { notOfNodes, RIGHTS_OF_ROLE, type RoleRights, requireHeld } from "./node-role.ts";
import { type Postgres, SCHEMA } from "./postgres.ts";
import { connectedTo } from "./servers.ts";

/**
 * In order; the version of a database is how many of these it has seen. One that was released is never edited. Nodes of the version before
 * go on while one is made and behind it, so it only adds: see docs/decisions/0075-a-migration-only-adds.md. One that takes something away
 * has a line `-- Oldest program: N`: what knows at least version N of the schema does without it.
 */
export const MIGRATIONS: readonly string[] = [
  tenants,
  sets,
  answers,
  ledger,
  operators,
  nodes,
  learning,
  windowBlocks,
  moves,
  upgrades,
  charges,
  ledgerMonths,
  turnsBySets,
  requestsWithoutAKey,
];

/** The newest version of the schema that this program knows. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** What nodes are members of: it may read and write rows, owns nothing, and cannot log in itself. */
const NODE_ROLE = "dragoman_node";

/** Two that migrate at once take turns: any number that nobody else uses. */
const MIGRATION_LOCK = 0x6472_6167;
/** How long a migration waits for a table, since all requests that want it wait behind it; and how often and long it is tried again. */
const LOCK_MS_MAX = 500;
const LOCK_AGAIN_AFTER_MS = 500;
const LOCK_ATTEMPTS_MAX = 60;
/** How long a server is waited for. */
const WAIT_MS_MAX = 10_000;

const OLDEST_PROGRAM = /^-- Oldest program: (\d+)$/m;

/**
 * Makes or renews the schema, as the role that owns it: nodes cannot. Each migration is a transaction of its own, and nodes of the version
 * before go on meanwhile: where a table is in use for longer than a moment, it steps back and comes again. Of two at once the other
 * waits, and finds nothing left to do. Returns the version before and after. Throws an OperatorError (`database_unusable`) for a database
 * that a newer program has migrated, and where tables were in use for half a minute and longer.
 */
export function migrateCluster(
  ownerUrl: string,
  migrations = MIGRATIONS,
): Promise<{ readonly from: number; readonly to: number }> {
  return asOwner(ownerUrl, async (client) => {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await client.query(`SET search_path = ${SCHEMA}`);
    await ensureNodeRole(client);
    const from = await versionOf(client);
    if (from > migrations.length) throw tooNew(from, migrations.length);
    await client.query(`SET lock_timeout = ${LOCK_MS_MAX}`);
    for (let version = from; version < migrations.length; version += 1) {
      await migrated(client, version + 1, migrations[version] ?? "");
    }
    return { from, to: migrations.length };
  });
}

/**
 * Lets a role be a node's. As `migrateCluster`, by the owner or whoever may give roles. Throws an OperatorError (`database_unusable`) for one
 * that row-level security does not hold.
 */
export function letBeNode(ownerUrl: string, role: string): Promise<void> {
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<RoleRights>(RIGHTS_OF_ROLE, [role]);
    if (rows[0]) requireHeld(rows[0]);
    await client.query(`GRANT ${NODE_ROLE} TO ${client.escapeIdentifier(role)}`);
  });
}

/** One at a time over all who migrate. */
async function asOwner<Result>(ownerUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  let client: pg.Client | null = null;
  try {
    client = await connectedTo(ownerUrl, { waitMsMax: WAIT_MS_MAX, application_name: "dragoman migration" });
    // Held until the connection ends.
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    return await work(client);
  } catch (failure) {
    if (failure instanceof OperatorError) throw failure;
    const [shown, why] = [shownAddress(ownerUrl, OWNER_ADDRESS), withAdvice(failure, OWNER_ADDRESS)];
    throw new OperatorError("database_unusable", `${shown} cannot be migrated: ${why}`, failure);
  } finally {
    await client?.end();
  }
}

async function migrated(client: pg.Client, version: number, migration: string): Promise<void> {
  const [, oldest = null] = OLDEST_PROGRAM.exec(migration) ?? [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query("BEGIN");
      await client.query(migration);
      await client.query("INSERT INTO schema_version (version) VALUES ($1)", [version]);
      if (oldest !== null)
        await client.query("UPDATE schema_version SET oldest_program = $2 WHERE version = $1", [version, oldest]);
      await client.query("COMMIT");
      return;
    } catch (failure) {
      if (!isLockNotHad(failure) && !isConflict(failure)) throw failure;
      await client.query("ROLLBACK");
      if (attempt === LOCK_ATTEMPTS_MAX) throw inUse(version, failure);
      await new Promise((resolve) => setTimeout(resolve, LOCK_AGAIN_AFTER_MS));
    }
  }
}

function inUse(version: number, cause: unknown): OperatorError {
  return new OperatorError(
    "database_unusable",
    `schema version ${version} cannot be made while its tables are in use, and nothing of it was: see in pg_stat_activity which session holds them, and run "dragoman cluster migrate" again`,
    cause,
  );
}

/**
 * Throws an OperatorError (`database_unusable`) unless a node of a program that knows the schema up to version `known` can work on the
 * database: it has that version, or a newer one that took nothing away that the program needs, and its role is one of nodes.
 */
export async function requireSchema(postgres: Postgres, known = SCHEMA_VERSION): Promise<void> {
  const made = await postgres.row<{ made: boolean; is_hidden: boolean } & RoleRights>(
    `SELECT to_regclass('schema_version') IS NOT NULL AS made,
       EXISTS (SELECT FROM pg_namespace WHERE nspname = '${SCHEMA}' AND NOT has_schema_privilege(oid, 'USAGE')) AS is_hidden,
       rights.* FROM (${RIGHTS_OF_ROLE.replace("$1", "current_user")}) AS rights`,
  );
  if (made?.is_hidden) throw notOfNodes(made.role);
  if (made) requireHeld(made);
  const row = made?.made ? await postgres.row<{ version: number }>("SELECT schema_version_now() AS version") : null;
  const version = row?.version ?? 0;
  if (version < known) {
    const is = version === 0 ? "has no tables of Dragoman" : `has schema version ${version}, and ${known} is needed`;
    throw new OperatorError("database_unusable", `the database ${is}: run "dragoman cluster migrate" as its owner`);
  }
  if (version === known) return;
  const oldest = await postgres.row<{ oldest: number }>("SELECT max(oldest_program) AS oldest FROM schema_version");
  if (!oldest || oldest.oldest > known) throw tooNew(version, known);
}

/** Throws an OperatorError (`database_unusable`) while only a part of a data folder is in the database. Its schema is this program's. */
export async function requireWhole(postgres: Postgres): Promise<void> {
  if (!(await postgres.row("SELECT folder FROM moves WHERE ended_at IS NULL"))) return;
  const advice = 'run "dragoman migrate --from DIR --to-cluster" to its end';
  throw new OperatorError("database_unusable", `a data folder is only partly moved into the database: ${advice}`);
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

function tooNew(version: number, known: number): OperatorError {
  return new OperatorError(
    "database_unusable",
    `the database has schema version ${version}, which programs that know only up to ${known} do not work on: start the newer Dragoman`,
  );
}
