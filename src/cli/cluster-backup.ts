/** Backups of a cluster: the engine's own tools make them, and this program is told. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { backupsOfCluster } from "#app";
import { judged } from "#core/doctor/backups.ts";
import { type ExitStatus, Failure, type Invocation } from "./command.ts";
import type { Terminal } from "./terminal.ts";

type Backups = NonNullable<Awaited<ReturnType<typeof backupsOfCluster>>>;

/** The first bytes of what `pg_dump` writes in its custom format, and of the table of contents of its folders. */
const DUMP_MAGIC = "PGDMP";
/** What stands in a folder of `pg_dump`, and in one of `pg_basebackup`. */
const DUMP_CONTENTS = "toc.dat";
const BASE_MANIFEST = "backup_manifest";

const HOW = `The data of a cluster is in Postgres, and the tools of Postgres back it up:
  pg_dump --format=custom --file=FILE "$DRAGOMAN_POSTGRES_OWNER_URL"   all of one moment, in a file
  pg_basebackup --pgdata=FOLDER, with archive_mode = on                 all of every moment since
Then "dragoman backup FILE" tells the cluster that it was made: the doctor says how old it is.
`;

/** Without a file it says how a backup is made, and what is seen of those that were: 1 where that is not well. With one it is noted. */
export async function backupOfCluster(
  backups: Backups,
  { operands, json }: Invocation,
  terminal: Terminal,
): Promise<ExitStatus> {
  const file = operands.FILE ?? null;
  if (file !== null) {
    const made = madeBy(file);
    await backups.note(made);
    const at = new Date(made.at).toISOString();
    terminal.out(json ? `${JSON.stringify({ noted: made.what, at })}\n` : `noted: ${made.what}, of ${at}\n`);
    return 0;
  }
  const { found, warnings } = judged(await backups.signs());
  if (json) {
    terminal.out(`${JSON.stringify({ found, warnings })}\n`);
  } else {
    terminal.out(HOW);
    terminal.out(`Seen now: ${found}.\n`);
    for (const warning of warnings) terminal.err(`dragoman: ${warning}\n`);
  }
  return warnings.length === 0 ? 0 : 1;
}

/** By which tool, and when: of what is a dump or a base backup. Throws a Failure for anything else. */
function madeBy(path: string): { readonly at: number; readonly what: string } {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) {
    throw new Failure(
      `there is no ${path}, and this does not make it: the data of a cluster is in Postgres.\n${HOW.trim()}`,
    );
  }
  const at = Math.floor(found.mtimeMs);
  const name = basename(path);
  if (!found.isDirectory() && beginsAsDump(path)) return { at, what: `pg_dump (${name}, ${found.size} bytes)` };
  if (found.isDirectory() && beginsAsDump(join(path, DUMP_CONTENTS))) return { at, what: `pg_dump (${name})` };
  if (found.isDirectory() && statSync(join(path, BASE_MANIFEST), { throwIfNoEntry: false })?.isFile()) {
    return { at, what: `pg_basebackup (${name})` };
  }
  throw new Failure(
    `${path} is neither an archive of pg_dump (--format=custom or directory) nor a base backup with its ${BASE_MANIFEST}: nothing was noted`,
  );
}

function beginsAsDump(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const descriptor = openSync(path, "r");
  try {
    const head = Buffer.alloc(DUMP_MAGIC.length);
    readSync(descriptor, head, 0, head.length, 0);
    return head.toString("latin1") === DUMP_MAGIC;
  } finally {
    closeSync(descriptor);
  }
}
