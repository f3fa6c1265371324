/** Moves a folder into a cluster, in a process that can be killed: `mover.ts FOLDER OWNER_URL`. Writes a byte for each page that is there. */
import { writeSync } from "node:fs";
import { moveToCluster } from "../../src/app/moving.ts";

const [, , dataDir = "", ownerUrl = ""] = process.argv;
await moveToCluster({
  dataDir,
  ownerUrl,
  isTrial: false,
  signal: new AbortController().signal,
  onProgress: () => writeSync(1, "."),
  log: () => {},
});
