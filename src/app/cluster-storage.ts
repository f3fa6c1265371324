/** A cluster's storage by the settings, with what an operator sees of it. */
import type { Config } from "#config";
import { clusterDataChecks } from "#core/doctor/cluster-data.ts";
import type { Check } from "#core/doctor/doctor.ts";
import type { StoredDataOptions } from "#core/doctor/stored-data.ts";
import type { LedgerDiscrepancy } from "#core/ports/ledger-store.ts";
import type { Storage } from "#core/ports/storage.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { openClusterBackups, openClusterPatient } from "#storage/cluster/patient.ts";
import type { StorageWatchers } from "./storage.ts";

export function openStorageOfCluster(config: Config, { observer, log }: StorageWatchers): Promise<Storage> {
  const { keptAnswerBytesPerAppMax: keptBytesPerAppMax } = config.limits;
  return openClusterStorage({
    ...postgresSettings(config),
    ...valkeySettings(config),
    keptBytesPerAppMax,
    observer,
    log,
  });
}

/** What the doctor looks at in it. */
export function checksOfCluster(config: Config, work: Omit<StoredDataOptions, "patient">): readonly Check[] {
  const patient = openClusterPatient({ ...postgresSettings(config), ...valkeySettings(config) });
  return clusterDataChecks({ patient, ...work });
}

/** As `auditLedger` of `storage.ts`. */
export function auditLedgerOfCluster(config: Config): Promise<readonly LedgerDiscrepancy[]> {
  return openClusterPatient(postgresSettings(config)).auditLedger();
}

/** Of its database. */
export function backupsOf(config: Config): ReturnType<typeof openClusterBackups> {
  return openClusterBackups(postgresSettings(config));
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
