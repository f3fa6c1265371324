import type { ClusterPatient } from "#core/doctor/cluster-data.ts";
import type { Deadlines } from "#core/doctor/stored-data.ts";
import { noteBackup, signsOf } from "./backups.ts";
import { type ClusterStorageOptions, postgresOf } from "./index.ts";
import { problemsOfAllMonths } from "./money/months.ts";
import { ClusterNodes } from "./nodes.ts";
import { type Postgres, SCHEMA } from "./postgres.ts";
import { examineValkey } from "./valkey/examination.ts";

/** The oldest that all of this was tried with. */
const OLDEST_VERSION = 150_000;

/** Settings with which something that was acknowledged may be lost, or is not noticed to be damaged. */
const UNSAFE_SETTINGS = [
  ["fsync", "off", "fsync is off: the loss of power damages the database"],
  ["synchronous_commit", "off", "synchronous_commit is off: what was acknowledged last is lost with the server"],
  ["full_page_writes", "off", "full_page_writes is off: the loss of power may damage pages"],
  ["data_checksums", "off", "there are no checksums of pages: damage of the disk is not noticed"],
] as const;

type DatabaseOptions = Pick<ClusterStorageOptions, "statementMsMax" | "url">;

async function onDatabase<Result>(options: DatabaseOptions, work: (postgres: Postgres) => Promise<Result>) {
  const postgres = postgresOf({ ...options, connectionsMax: 2 });
  try {
    return await work(postgres);
  } finally {
    await postgres.close();
  }
}

/** What a node can see of the backups of its database, and what it is told of them. */
export function openClusterBackups(options: DatabaseOptions) {
  return {
    signs: () => onDatabase(options, signsOf),
    note: (made: Parameters<typeof noteBackup>[1]) => onDatabase(options, (postgres) => noteBackup(postgres, made)),
  };
}

/** What the doctor examines of the database of a cluster, on connections of its own. */
export function openClusterPatient({
  valkey,
  ...options
}: DatabaseOptions & Pick<ClusterStorageOptions, "valkey">): ClusterPatient {
  const examined = <Result>(work: (postgres: Postgres) => Promise<Result>) => onDatabase(options, work);
  return {
    engine: () =>
      examined(async (postgres) => {
        const [server] = await postgres.rows<{ version: string; number: number; reads: boolean }>(
          `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS number,
             pg_is_in_recovery() AS reads`,
        );
        const { version = "", number = 0, reads = false } = server ?? {};
        const settings = await postgres.rows<{ name: string; setting: string }>(
          "SELECT name, setting FROM pg_settings",
        );
        const unsafe = UNSAFE_SETTINGS.filter(([name, value]) =>
          settings.some((found) => found.name === name && found.setting === value),
        );
        return {
          version,
          problems: [
            ...(number < OLDEST_VERSION ? [`it is version ${version}, and 15 is the oldest that is known to do`] : []),
            ...(reads ? ["it only reads: it is a replica that was not promoted"] : []),
            ...unsafe.map(([, , words]) => words),
          ],
        };
      }),
    sharedMemory: valkey ? () => examineValkey(valkey.url) : null,
    fences: () =>
      examined(async (postgres) => {
        const rows = await postgres.rows<{ words: string }>(
          `SELECT format('%s shows rows of every app: row-level security is off', relname) AS words
           FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'app' AND NOT attisdropped
           WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND NOT relrowsecurity
           UNION ALL
           SELECT format('the role of nodes, %s, is not held by row-level security', rolname) FROM pg_roles
           WHERE rolname = current_user AND (rolsuper OR rolbypassrls)
           UNION ALL
           SELECT format('the role of nodes, %s, owns %s', current_user, relname) FROM pg_class
           WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND pg_has_role(current_user, relowner, 'MEMBER')`,
          [SCHEMA],
        );
        return rows.map(({ words }) => words);
      }),
    nodes: () => examined((postgres) => new ClusterNodes(postgres).list()),
    backups: () => examined(signsOf),
    auditLedger: () =>
      examined((postgres) => postgres.rows("SELECT app, bucket, entered, balance FROM ledger_discrepancies()")),
    auditLedgerChain: () => examined(problemsOfAllMonths),
    leftovers: ({ answers, kept, requests }: Deadlines) =>
      examined(async (postgres) => {
        const row = await postgres.row<Record<keyof Deadlines, number>>("SELECT * FROM leftovers($1, $2, $3)", [
          answers,
          kept,
          requests,
        ]);
        return row ?? { answers: 0, kept: 0, requests: 0 };
      }),
  };
}
