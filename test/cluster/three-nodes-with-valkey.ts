/** As `three-nodes.ts`, with a Valkey beside Postgres: `bun test --preload ./test/cluster/three-nodes-with-valkey.ts test/http`. */
import { afterAll } from "bun:test";
import { useCluster } from "../kit.ts";
import { startPostgres } from "./postgres-server.ts";
import { startValkey } from "./valkey-server.ts";

const [server, valkey] = await Promise.all([startPostgres({ settings: ["max_connections=500"] }), startValkey()]);
const database = await server.createDatabase("nodes");
useCluster({ nodes: 3, valkeyUrl: valkey.url, createDatabase: () => database.copy() });
afterAll(() => Promise.all([server.dispose(), valkey.dispose()]));
