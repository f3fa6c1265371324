/** What a node can see of the backups of its database, and what it is told of them. */
import type { BackupSigns } from "#core/doctor/backups.ts";
import type { Instant } from "#core/tenant.ts";
import type { Postgres } from "./postgres.ts";

/** Some 100 bytes each: a backup an hour for more than a year. */
const NOTED_MAX = 10_000;

interface SignsRow {
  readonly now: Instant;
  readonly noted_at: Instant | null;
  readonly what: string | null;
  readonly archives: boolean;
  readonly archived_at: Instant | null;
  readonly failed_at: Instant | null;
  readonly replicas: number;
}

const ms = (time: string) => `floor(extract(epoch FROM ${time}) * 1000)::bigint`;
/** Whoever is connected for replication is seen by every role, what they have taken is not. */
const SIGNS = `
  SELECT ${ms("now()")} AS now, noted.at AS noted_at, noted.what, current_setting('archive_mode') <> 'off' AS archives,
    ${ms("last_archived_time")} AS archived_at, ${ms("last_failed_time")} AS failed_at,
    (SELECT count(*) FROM pg_stat_replication) AS replicas
  FROM pg_stat_archiver LEFT JOIN (SELECT at, what FROM backups ORDER BY at DESC, id DESC LIMIT 1) AS noted ON true`;

export async function signsOf(postgres: Postgres): Promise<BackupSigns> {
  const row = await postgres.row<SignsRow>(SIGNS);
  if (!row) throw new Error("what is seen of backups was expected to come back");
  const { now, noted_at: at, what, archives, archived_at: lastAt, failed_at: failedAt, replicas } = row;
  return {
    now,
    noted: at === null || what === null ? null : { at, what },
    archived: archives ? { lastAt, failedAt } : null,
    replicas,
  };
}

/** Somebody made a backup with a tool of the engine. */
export async function noteBackup(postgres: Postgres, { at, what }: NonNullable<BackupSigns["noted"]>): Promise<void> {
  await postgres.rows("SELECT note_backup($1, $2, $3)", [at, what, NOTED_MAX]);
}
