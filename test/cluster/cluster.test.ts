import { afterAll } from "bun:test";
import { storageContract } from "../storage/contract.ts";
import { clusterFixture } from "./contract-fixture.ts";
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres();
const database = await server.createDatabase("contract");
afterAll(() => server.dispose());

storageContract("cluster", async () => {
  await database.empty();
  return clusterFixture({ url: database.nodeUrl });
});
