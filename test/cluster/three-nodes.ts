/**
 * `bun test --preload ./test/cluster/three-nodes.ts test/http`: the same tests, with three nodes on one Postgres in the place of a
 * server on its folder.
 */
import { afterAll } from "bun:test";
import { useCluster } from "../kit.ts";
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres({ settings: ["max_connections=500"] });
const database = await server.createDatabase("nodes");
useCluster({ nodes: 3, createDatabase: () => database.copy() });
afterAll(() => server.dispose());
