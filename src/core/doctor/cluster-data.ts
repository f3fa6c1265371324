import type { KnownNode } from "../ports/node-store.ts";
import { type BackupSigns, backupsCheck } from "./backups.ts";
import type { Check } from "./doctor.ts";
import { nodeProblems, nodeWarnings } from "./node-problems.ts";
import { leftoversCheck, type Patient, type StoredDataOptions } from "./stored-data.ts";

/** What the doctor looks at in the database of a cluster. */
export interface ClusterPatient extends Pick<Patient, "auditLedger" | "auditLedgerChain" | "leftovers"> {
  /** Its version, and in words what of its version and settings puts data at risk. */
  engine(): Promise<{ readonly version: string; readonly problems: readonly string[] }>;
  /** The same of the Valkey that nodes share, and what of it makes it useless; null where there is none in the settings. */
  readonly sharedMemory: (() => ReturnType<ClusterPatient["engine"]>) | null;
  /** In words, where one app's rows are not kept from the queries of another. */
  fences(): Promise<readonly string[]>;
  /** As `NodeStore.list`. */
  nodes(): Promise<readonly KnownNode[]>;
  backups(): Promise<BackupSigns>;
}

/** The checks of a cluster's data, in the place of those of a data folder. */
export function clusterDataChecks(
  options: Omit<StoredDataOptions, "patient"> & { readonly patient: ClusterPatient },
): readonly Check[] {
  const { patient, deadlines, expire } = options;
  const { sharedMemory } = patient;
  return [
    {
      name: "postgres",
      examine: async () => {
        const { version, problems } = await patient.engine();
        return {
          problems,
          well: `Postgres ${version}`,
          means:
            "what was acknowledged may be lost or damaged with the machine of the database, or changes are refused",
          advice: "change it in the settings of Postgres; checksums are turned on by pg_checksums while it is stopped",
        };
      },
    },
    ...(sharedMemory ? [sharedMemoryCheck(sharedMemory)] : []),
    {
      name: "nodes",
      examine: async () => {
        const nodes = await patient.nodes();
        return {
          problems: nodeProblems(nodes),
          warnings: nodeWarnings(nodes),
          well: `running: ${nodes.filter(({ isGone }) => !isGone).length}, of one version, and their clocks agree with the database's`,
          means:
            "what is asked twice may be answered in two ways, minutes and months begin at different times, or fewer nodes answer than should",
          advice:
            "bring all nodes to one version; keep NTP running on every machine; look into the log of the node that is gone or ended, which is left out of this a day later",
        };
      },
    },
    {
      name: "storage",
      examine: async () => ({
        problems: await patient.fences(),
        well: "every table of apps has its fence, and nodes own none of them",
        means: "a mistake in a query could show one app the rows of another",
        advice: 'give nodes a role of their own that owns nothing, and run "dragoman cluster migrate" as the owner',
      }),
    },
    {
      name: "ledger",
      examine: async () => ({
        problems: [
          ...(await patient.auditLedgerChain()),
          ...(await patient.auditLedger()).map(
            ({ app, bucket, entered, balance }) =>
              `${app} ${bucket}: the entries make ${entered}, and ${balance} is there`,
          ),
        ],
        well: "what is left of every balance, and leased of it, is the sum of its months and entries",
        means: "somebody else wrote into the database: apps may spend more or less than they have",
        advice: "find out who, and put it right with `dragoman app credit`; the entries are right",
      }),
    },
    leftoversCheck(patient, deadlines, expire),
    backupsCheck(() => patient.backups()),
  ];
}

function sharedMemoryCheck(examine: NonNullable<ClusterPatient["sharedMemory"]>): Check {
  return {
    name: "valkey",
    examine: async () => {
      const { version, problems } = await examine();
      return {
        problems,
        well: `Valkey, or Redis, ${version}`,
        means: "nodes may have to do without it at any time: nothing is lost or wrong, and Postgres has more to do",
        advice: "see what its operators can do, or leave storage.valkey_url empty",
      };
    },
  };
}
