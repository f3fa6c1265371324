import { MoveError, type MoveTarget } from "#core/moving/move.ts";
import type { MovedCounters, MovedRow, MovedStore, StoreSum } from "#core/moving/moved-rows.ts";
import { SCHEMA } from "../postgres.ts";
import { setCounters } from "./cluster-counters.ts";
import { CLUSTER_TABLES, TRIGGERS_OFF } from "./cluster-tables.ts";
import { Owner } from "./owner.ts";

/** Which folder is moved in, and how far its database had come. */
export interface MovedFolder {
  readonly id: string;
  readonly entry: number;
  readonly change: number;
}

export interface ClusterTarget extends MoveTarget {
  /** What was moved, where this very folder was moved in whole before; else null. */
  readonly ended: readonly StoreSum[] | null;
  close(): Promise<void>;
}

interface MoveRow extends MovedFolder {
  readonly has_ended: boolean;
}

/** Two that move at once are refused: any number that nobody else uses. */
const MOVE_LOCK = 0x6472_6d76;
/** Of a process that was killed the server hears when it has done its last statement. */
const LOCK_MS_MAX = 10_000;
const LOCK_EVERY_MS = 50;
/** Of the move itself, and of the database. */
const OWN_TABLES = ["schema_version", "moves", "moved_stores", "backups"];

/**
 * A cluster that has nothing in it yet, or a part of this folder. Writes nothing before `write`, where `isTrial` says so not even that a
 * move has begun. Throws a MoveError for one that has anything else in it, and while another move is under way.
 */
export async function openClusterTarget(
  ownerUrl: string,
  folder: MovedFolder,
  { isTrial }: { readonly isTrial: boolean },
): Promise<ClusterTarget> {
  const owner = await Owner.connect(ownerUrl);
  try {
    await hold(owner);
    const known = await knownMove(owner, folder);
    if (known === null && !isTrial) await begin(owner, folder);
    return new OwnedCluster(owner, known?.has_ended ? await sumsIn(owner) : null);
  } catch (failure) {
    await owner.close();
    throw failure;
  }
}

class OwnedCluster implements ClusterTarget {
  readonly #owner: Owner;
  readonly ended: readonly StoreSum[] | null;

  constructor(owner: Owner, ended: readonly StoreSum[] | null) {
    this.#owner = owner;
    this.ended = ended;
  }

  async written(store: MovedStore): Promise<number> {
    const found = await this.#owner.row<{ rows: number }>("SELECT rows FROM moved_stores WHERE store = $1", [store]);
    return found?.rows ?? 0;
  }

  async write(store: MovedStore, rows: readonly MovedRow[]): Promise<void> {
    // What a crash of Postgres takes with it was not counted either; the last commit of all waits for the disk, and for those before.
    await this.#owner.transaction("BEGIN; SET LOCAL synchronous_commit = off", async () => {
      for (const { text, values } of CLUSTER_TABLES[store].written(rows)) await this.#owner.rows(text, values);
      await this.#owner.rows(
        `INSERT INTO moved_stores AS known (store, rows) VALUES ($1, $2)
         ON CONFLICT (store) DO UPDATE SET rows = known.rows + excluded.rows`,
        [store, rows.length],
      );
    });
  }

  async *pages(store: MovedStore, rowsMax: number): AsyncGenerator<readonly MovedRow[]> {
    await this.#owner.rows("BEGIN READ ONLY");
    try {
      yield* this.#owner.pages(store, rowsMax);
    } finally {
      await this.#owner.rows("ROLLBACK");
    }
  }

  async finish(counters: MovedCounters, sums: readonly StoreSum[]): Promise<void> {
    // Plans of the first statements are made by what stands in the tables now.
    await this.#owner.rows("ANALYZE");
    await this.#owner.transaction("BEGIN; SET LOCAL synchronous_commit = on", async () => {
      await setCounters(this.#owner, counters);
      for (const { store, rows, sha256 } of sums) {
        await this.#owner.rows(
          `INSERT INTO moved_stores (store, rows, sha256) VALUES ($1, $2, $3)
           ON CONFLICT (store) DO UPDATE SET rows = excluded.rows, sha256 = excluded.sha256`,
          [store, rows, sha256],
        );
      }
      for (const [table, trigger] of TRIGGERS_OFF) {
        await this.#owner.rows(`ALTER TABLE ${table} ENABLE TRIGGER ${trigger}`);
      }
      await this.#owner.rows("UPDATE moves SET ended_at = now()");
    });
  }

  close(): Promise<void> {
    return this.#owner.close();
  }
}

/** Alone, for as long as the connection is there. */
async function hold(owner: Owner): Promise<void> {
  const endsAt = performance.now() + LOCK_MS_MAX;
  for (;;) {
    const lock = await owner.row<{ is_held: boolean }>("SELECT pg_try_advisory_lock($1) AS is_held", [MOVE_LOCK]);
    if (lock?.is_held) return;
    if (performance.now() >= endsAt) {
      throw new MoveError("another process moves a folder into this cluster: wait until it has ended");
    }
    await Bun.sleep(LOCK_EVERY_MS);
  }
}

/** What this folder was moved in so far; null where nothing is there. */
async function knownMove(owner: Owner, folder: MovedFolder): Promise<MoveRow | null> {
  const known = await owner.row<MoveRow>(
    "SELECT folder AS id, entry, change, ended_at IS NOT NULL AS has_ended FROM moves",
  );
  if (!known) {
    await refuseFull(owner);
    return null;
  }
  if (known.id !== folder.id) throw new MoveError(`another folder was moved into this cluster: ${NAME_ANOTHER}`);
  if (known.entry !== folder.entry || known.change !== folder.change) {
    throw new MoveError(`the folder has changed since it was moved into this cluster: ${NAME_ANOTHER}`);
  }
  return known;
}

const NAME_ANOTHER = 'make a new database, run "dragoman cluster migrate" on it, and move the folder there';

async function refuseFull(owner: Owner): Promise<void> {
  const tables = await owner.rows<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename <> ALL ($2) ORDER BY tablename",
    [SCHEMA, OWN_TABLES],
  );
  for (const { name } of tables) {
    if (await owner.row(`SELECT 1 FROM ${SCHEMA}.${name} LIMIT 1`)) {
      throw new MoveError(`the cluster is not empty (${name} has rows): ${NAME_ANOTHER}`);
    }
  }
}

async function begin(owner: Owner, { id, entry, change }: MovedFolder): Promise<void> {
  await owner.transaction("BEGIN", async () => {
    await owner.rows("INSERT INTO moves (folder, entry, change) VALUES ($1, $2, $3)", [id, entry, change]);
    for (const [table, trigger] of TRIGGERS_OFF) await owner.rows(`ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`);
  });
}

async function sumsIn(owner: Owner): Promise<readonly StoreSum[]> {
  return owner.rows<StoreSum>("SELECT store, rows, sha256 FROM moved_stores WHERE sha256 IS NOT NULL");
}
