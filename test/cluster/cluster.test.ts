import { afterAll } from "bun:test";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { storageContract } from "../storage/contract.ts";
import { KEPT_BYTES_MAX } from "../storage/contract-kept-answers.ts";
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres();
const database = await server.createDatabase("contract");
afterAll(() => server.dispose());

storageContract("cluster", async () => {
  await database.empty();
  const options = { url: database.nodeUrl, keptBytesPerAppMax: KEPT_BYTES_MAX };
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
});
