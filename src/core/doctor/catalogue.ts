/** Everything that the doctor looks at, in the order in which it does. */
export const CHECKS = {
  settings: "the file, the environment and the defaults, as the server would read them",
  folder: "whether the data folder and the database are there",
  marker: "whether the database is the one that the folder had, and no older",
  permissions: "who may open the folder, the database and the control socket",
  disk: "free space and inodes of the data folder's disk",
  clock: "the time of day, against the times in the data folder",
  descriptors: "how many files and connections the server may have open",
  environment: "variables that change how the program itself is run",
  sqlite: "the version of SQLite, for faults that are known",
  postgres: "of a cluster: the version and the settings of its database",
  nodes: "of a cluster: the versions and clocks of its nodes, and whether one ended without a word",
  storage: "every page of the database, and every row that refers to another; of a cluster, the fences of its tables",
  content: "every set, memory, answer and vector against the sum that was kept with it",
  ledger: "every entry against the one before, and every balance against the sum of its entries",
  indexes: "counts against the tables they are of, and the saved search indexes",
  leftovers: "answers, repeatable requests and feedback that are past their time",
  backup: "of a cluster: when its database was last backed up, as far as that can be seen",
  vectors: "the vectors of examples and memories, against the sets and banks that use them",
  embedder: "the vectors of two sentences",
  labels: "the same by the network that tells labels apart",
  model: "the answer to one question about two tools",
  samples: "answers from the sets that are there, without the cache",
  backend: "whether each model server of the settings can be reached",
  network: "the hosts that may be contacted, and whether the collector of telemetry takes what it is sent",
} as const;

export type CheckName = keyof typeof CHECKS;
