import type { Config } from "#config";
import { followerCheck } from "#core/doctor/backups.ts";
import { clusterDataChecks } from "#core/doctor/cluster-data.ts";
import type { Check } from "#core/doctor/doctor.ts";
import { type Deadlines, storedDataChecks } from "#core/doctor/stored-data.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { LedgerDiscrepancy } from "#core/ports/ledger-store.ts";
import type { LogFollowing } from "#core/ports/log-following.ts";
import type { Observer } from "#core/ports/observer.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Tracer } from "#core/ports/tracer.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { openClusterBackups, openClusterPatient } from "#storage/cluster/patient.ts";
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

/** The storage of the settings: in the data folder, whose lock the caller holds, or in the database of a cluster. */
export function openStorage(config: Config, watchers: StorageWatchers): Promise<Storage> {
  const { dataDir, storage } = config;
  const { keptAnswerBytesPerAppMax: keptBytesPerAppMax } = config.limits;
  if (storage.kind === "embedded") return openEmbeddedStorage({ dataDir, keptBytesPerAppMax, ...watchers });
  const { observer, log } = watchers;
  return openClusterStorage({
    ...postgresSettings(config),
    ...valkeySettings(config),
    keptBytesPerAppMax,
    observer,
    log,
  });
}

/** What the doctor looks at in it. */
export function storageChecks(
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
): readonly Check[] {
  if (config.storage.kind === "embedded") {
    const stored = storedDataChecks({ patient: openPatient(config.dataDir), ...work });
    return following ? [...stored, followerCheck(following, clock)] : stored;
  }
  const patient = openClusterPatient({ ...postgresSettings(config), ...valkeySettings(config) });
  return clusterDataChecks({ patient, ...work });
}

/** The balances that are not the sum of their months and entries; not read on the thread that serves. */
export function auditLedger(config: Config): Promise<readonly LedgerDiscrepancy[]> {
  if (config.storage.kind === "embedded") return openPatient(config.dataDir).auditLedger();
  return openClusterPatient(postgresSettings(config)).auditLedger();
}

/** Of the backups of a cluster's database; null where the data is in the folder. */
export function databaseBackups(config: Config): ReturnType<typeof openClusterBackups> | null {
  return config.storage.kind === "cluster" ? openClusterBackups(postgresSettings(config)) : null;
}

function postgresSettings({ storage }: Config) {
  return {
    url: storage.postgresUrl.reveal(),
    connectionsMax: storage.postgresConnectionsMax,
    waitMsMax: storage.postgresWaitMsMax,
    statementMsMax: storage.postgresStatementMsMax,
  };
}

/** Nothing where the settings name none. */
function valkeySettings({ storage }: Config) {
  const url = storage.valkeyUrl.reveal();
  return url === "" ? {} : { valkey: { url, waitMsMax: storage.valkeyWaitMsMax } };
}
