import type { Config } from "#config";
import { followerCheck } from "#core/doctor/backups.ts";
import type { Check } from "#core/doctor/doctor.ts";
import { type Deadlines, storedDataChecks } from "#core/doctor/stored-data.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { LedgerDiscrepancy } from "#core/ports/ledger-store.ts";
import type { LogFollowing } from "#core/ports/log-following.ts";
import type { Observer } from "#core/ports/observer.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Tracer } from "#core/ports/tracer.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { openPatient } from "#storage/embedded/patient.ts";

export interface StorageWatchers {
  readonly observer: Observer;
  readonly tracer: Tracer;
  /** Takes warnings that an operator should read. */
  readonly log: (message: string) => void;
  /** Whether a folder that had more than is in it now is used all the same. */
  readonly acceptsLoss: boolean;
}

/** Postgres and all that is around it are loaded where the settings name them: no other start waits for them. */
const ofCluster = () => import("./cluster-storage.ts");

/** The storage of the settings: in the data folder, whose lock the caller holds, or in the database of a cluster. */
export async function openStorage(config: Config, watchers: StorageWatchers): Promise<Storage> {
  const { dataDir, storage } = config;
  if (storage.kind === "cluster") return (await ofCluster()).openStorageOfCluster(config, watchers);
  const { keptAnswerBytesPerAppMax: keptBytesPerAppMax } = config.limits;
  return openEmbeddedStorage({ dataDir, keptBytesPerAppMax, ...watchers });
}

/** What the doctor looks at in it. */
export async function storageChecks(
  config: Config,
  {
    following,
    clock,
    ...work
  }: {
    readonly deadlines: () => Deadlines;
    readonly expire: () => Promise<void>;
    readonly following: LogFollowing | null;
    readonly clock: Pick<Clock, "now">;
  },
): Promise<readonly Check[]> {
  if (config.storage.kind === "embedded") {
    const stored = storedDataChecks({ patient: openPatient(config.dataDir), ...work });
    return following ? [...stored, followerCheck(following, clock)] : stored;
  }
  return (await ofCluster()).checksOfCluster(config, work);
}

/** The balances that are not the sum of their months and entries; not read on the thread that serves. */
export async function auditLedger(config: Config): Promise<readonly LedgerDiscrepancy[]> {
  if (config.storage.kind === "embedded") return openPatient(config.dataDir).auditLedger();
  return (await ofCluster()).auditLedgerOfCluster(config);
}

/** Of the backups of a cluster's database; null where the data is in the folder. */
export async function databaseBackups(config: Config) {
  return config.storage.kind === "cluster" ? (await ofCluster()).backupsOf(config) : null;
}
