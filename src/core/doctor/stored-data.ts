import type { Instant } from "../tenant.ts";
import type { Check } from "./doctor.ts";

/** What the doctor looks at. A storage adapter tells it. */
export interface Patient {
  /** The engine's version, and what is wrong with that version; null when nothing is. */
  engine(): Promise<{ readonly version: string; readonly fault: string | null }>;
  /** What is wrong with the stored data, in words. May read all of it. */
  integrity(): Promise<readonly string[]>;
  /** Rows that are not what was written, in words: against their sums, and sets against their content hashes. */
  auditContent(): Promise<readonly string[]>;
  /** Where the chain of the ledger's entries, or of its months, is broken, in words. */
  auditLedgerChain(): Promise<readonly string[]>;
  /** The balances that are not the sum of their months and entries. */
  auditLedger(): Promise<
    readonly { readonly app: string; readonly bucket: string; readonly entered: number; readonly balance: number }[]
  >;
  /** Counts, kept so that nothing has to be counted, that are not what is counted; and saved indexes that are damaged. */
  auditIndexes(): Promise<readonly string[]>;
  /** How many rows of each kind are older than they may be. */
  leftovers(before: Deadlines): Promise<{ readonly [Kind in keyof Deadlines]: number }>;
}

/** What was made before these instants is past its time. */
export interface Deadlines {
  readonly answers: Instant;
  readonly kept: Instant;
  readonly requests: Instant;
}

export interface StoredDataOptions {
  readonly patient: Patient;
  readonly deadlines: () => Deadlines;
  /** Removes what is past its time. */
  readonly expire: () => Promise<void>;
}

/** What is past its time is looked for every hour while a server runs: what is older than that should be gone. */
const EXPIRY_SLACK_MS = 2 * 3_600_000;

export function storedDataChecks({ patient, deadlines, expire }: StoredDataOptions): readonly Check[] {
  return [
    engineCheck(patient),
    {
      name: "storage",
      examine: async () => ({
        problems: await patient.integrity(),
        well: "the database is sound",
        means: "the disk or another program has damaged the database: answers may be wrong, and writes may fail",
        advice: 'stop the server, keep a copy of the folder, and "dragoman restore" the last backup into a new one',
      }),
    },
    contentCheck(patient),
    ledgerCheck(patient),
    {
      name: "indexes",
      examine: async () => ({
        problems: await patient.auditIndexes(),
        well: "every count is that of its table, and every saved index can be read",
        means: "limits are applied to wrong numbers; a damaged search index is made anew, which only takes time",
        advice:
          "remove a damaged index file and start again; for wrong counts keep a copy: somebody else wrote into the database",
      }),
    },
    leftoversCheck(patient, deadlines, expire),
  ];
}

function engineCheck(patient: Patient): Check {
  return {
    name: "sqlite",
    examine: async () => {
      const { version, fault } = await patient.engine();
      return {
        problems: fault === null ? [] : [`SQLite ${version}: ${fault}`],
        well: `SQLite ${version}`,
        means: "the database can be damaged when two programs write it at once",
        advice: "open it with nothing else while the server runs, and bring the system up to date",
      };
    },
  };
}

function contentCheck(patient: Patient): Check {
  return {
    name: "content",
    examine: async () => ({
      problems: await patient.auditContent(),
      well: "every set, memory, answer and vector is what was written",
      means:
        "the disk or another program has changed the database. None of it is given to anybody: a set or a memory is 503 by name, " +
        "and what is kept of answers and vectors is made anew",
      advice:
        "replace the sets and delete the memories that it names, or restore the last backup; and have the disk looked at",
    }),
  };
}

function ledgerCheck(patient: Patient): Check {
  return {
    name: "ledger",
    examine: async () => ({
      problems: [
        ...(await patient.auditLedgerChain()),
        ...(await patient.auditLedger()).map(
          ({ app, bucket, entered, balance }) =>
            `${app} ${bucket}: the entries make ${entered}, the balance says ${balance}`,
        ),
      ],
      well: "every entry follows the one before, and every balance is the sum of its months and entries",
      means: "an app may spend more or less than it has, and what it was charged is not what is on record",
      advice:
        "keep a copy: somebody else wrote into the database, or the disk damaged it. A backup has the entries and balances of its day",
    }),
  };
}

/** What is past its time and was not removed. */
export function leftoversCheck(
  patient: Pick<Patient, "leftovers">,
  deadlines: () => Deadlines,
  expire: () => Promise<void>,
): Check {
  return {
    name: "leftovers",
    examine: async () => {
      const { answers, kept, requests } = deadlines();
      const found = await patient.leftovers({
        answers: answers - EXPIRY_SLACK_MS,
        kept: kept - EXPIRY_SLACK_MS,
        requests: requests - EXPIRY_SLACK_MS,
      });
      return {
        problems: Object.entries(found)
          .filter(([, count]) => count > 0)
          .map(([kind, count]) => `${count} ${LEFTOVERS[kind as keyof Deadlines]} are past their time`),
        well: "nothing is past its time",
        means: "they take space and are not given to anybody; a server that runs removes them every hour",
        advice: 'start the server, or "dragoman doctor --fix"',
      };
    },
    repair: async () => {
      await expire();
      return "what was past its time is gone";
    },
  };
}

const LEFTOVERS: Readonly<Record<keyof Deadlines, string>> = {
  answers: "answers of the cache",
  kept: "answers kept for repeated requests",
  requests: "requests kept for feedback",
};
