import { join } from "node:path";
import type { Patient } from "#core/doctor/stored-data.ts";
import { DATABASE_FILE } from "./database.ts";
import { workOnFile } from "./file-worker-client.ts";
import { damagedGraphs } from "./saved-graphs.ts";

/** What the doctor examines of a folder. A server that works on it goes on meanwhile: nothing is read on its thread. */
export function openPatient(dataDir: string): Patient {
  const database = join(dataDir, DATABASE_FILE);
  return {
    engine: () => workOnFile({ work: "engine", database }),
    integrity: () => workOnFile({ work: "integrity", database }),
    auditContent: () => workOnFile({ work: "content", database }),
    auditLedgerChain: () => workOnFile({ work: "chain", database }),
    auditLedger: () => workOnFile({ work: "ledger", database }),
    auditIndexes: async () => [
      ...(await workOnFile<readonly string[]>({ work: "counts", database })),
      ...(await damagedGraphs(join(dataDir, "indexes"))),
    ],
    leftovers: (before) => workOnFile({ work: "leftovers", database, before }),
  };
}
