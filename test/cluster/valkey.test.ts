/** The contract of what a cluster keeps in Valkey, where there is one. */
import { afterAll } from "bun:test";
import { storageContract } from "../storage/contract.ts";
import { clusterFixture } from "./contract-fixture.ts";
import { startPostgres } from "./postgres-server.ts";
import { startValkey } from "./valkey-server.ts";

const [server, valkey] = await Promise.all([startPostgres(), startValkey()]);
const database = await server.createDatabase("contract");
afterAll(() => Promise.all([server.dispose(), valkey.dispose()]));

const open = async () => {
  await Promise.all([database.empty(), valkey.command("FLUSHALL")]);
  return clusterFixture({ url: database.nodeUrl, valkey: { url: valkey.url, waitMsMax: 10_000 } });
};

storageContract("cluster with Valkey", open, ["windows", "answers", "secrets and closing"]);
