/** The contract of what a cluster keeps in Valkey, where there is one. */
import { afterAll } from "bun:test";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { storageContract } from "../storage/contract.ts";
import { KEPT_BYTES_MAX } from "../storage/contract-kept-answers.ts";
import { startPostgres } from "./postgres-server.ts";
import { startValkey } from "./valkey-server.ts";

const [server, valkey] = await Promise.all([startPostgres(), startValkey()]);
const database = await server.createDatabase("contract");
afterAll(() => Promise.all([server.dispose(), valkey.dispose()]));

const open = async () => {
  await Promise.all([database.empty(), valkey.command("FLUSHALL")]);
  const options = {
    url: database.nodeUrl,
    keptBytesPerAppMax: KEPT_BYTES_MAX,
    valkey: { url: valkey.url, waitMsMax: 10_000 },
  };
  const fixture = {
    storage: await openClusterStorage(options),
    async reopen() {
      await fixture.storage.close();
      fixture.storage = await openClusterStorage(options);
      return fixture.storage;
    },
    async dispose() {
      await fixture.storage.close();
    },
  };
  return fixture;
};

storageContract("cluster with Valkey", open, ["windows", "answers", "secrets and closing"]);
