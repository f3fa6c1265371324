/** Puts entries into months until none is left, and says so on stdout after each piece. Started by ledger-months-killed.test.ts, which kills it. */
import { writeSync } from "node:fs";
import { compactedBefore } from "#core/access/ledger-months.ts";
import { lockFolder, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { NOW } from "./kit.ts";

const [dataDir = ""] = process.argv.slice(2);
lockFolder(dataDir);
const storage = await openEmbeddedStorage({ dataDir });
for (;;) {
  const taken = await storage.ledger.compact(compactedBefore(NOW, 1));
  writeSync(1, `${taken}\n`);
  if (taken === 0) break;
}
await storage.close();
