/**
 * Writes until it is killed, and says on stdout, line by line, what was acknowledged. Started by durability.test.ts with
 * the data folder and a name for this run.
 */
import { writeSync } from "node:fs";
import type { AppId } from "#core/tenant.ts";
import { lockFolder, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { aKeptAnswer, anAnsweredRequest, NOW } from "./kit.ts";

const [dataDir, run, app] = process.argv.slice(2) as [string, string, AppId];
lockFolder(dataDir);
const storage = await openEmbeddedStorage({ dataDir });

async function work(worker: number): Promise<never> {
  for (let index = 0; ; index += 1) {
    const name = `${run}/${worker}/${index}`;
    const count = await storage.windows.count(app, NOW);
    const reservation = await storage.ledger.reserve(app, 1, 1_000_000, NOW);
    if (!reservation) throw new Error("a million requests were expected to last");
    await storage.requests.record(app, anAnsweredRequest(name), 1_000_000);
    const keep = (balance: number) => aKeptAnswer(name, app, { body: `${balance} left` });
    await Promise.all([storage.secrets.put(name, "kept"), storage.ledger.settle(reservation, NOW, keep)]);
    writeSync(1, `${name} ${count}\n`);
  }
}
await Promise.all([0, 1, 2, 3].map(work));
