/**
 * A process that is a node: `bun test/cluster/holding-node.ts URL APP REQUESTS INSTANT` reserves so many requests, begins work under the key
 * `k`, says so, and waits to be killed.
 */
import type { AppId } from "#core/tenant.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";

const [url = "", app = "", requests = "", instant = ""] = process.argv.slice(2);
const storage = await openClusterStorage({ url });
const reservation = await storage.ledger.reserve(app as AppId, Number(requests), Number(requests), Number(instant));
const work = await storage.keyedWork.begin(app as AppId, "k");
console.log(reservation && work ? "held" : "refused");
setInterval(() => {}, 60_000);
