/** Storages on one database, each behind a proxy that cuts it off where a test wants it. */
import pg from "pg";
import type { Storage } from "#core/ports/storage.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { type CuttingProxy, cuttingProxy } from "./cutting-proxy.ts";
import { startPostgres } from "./postgres-server.ts";

export interface CutOffNodes {
  /** Of whom the tables are: reads and changes them past every node. */
  readonly owner: pg.Client;
  readonly ownerUrl: string;
  /** As nodes log in: past every proxy. */
  readonly nodeUrl: string;
  aNode(): Promise<{ readonly storage: Storage; readonly proxy: CuttingProxy }>;
  dispose(): Promise<void>;
}

/** A server of its own, with an empty database of this name. */
export async function nodesThatAreCutOff(name: string): Promise<CutOffNodes> {
  const server = await startPostgres();
  const database = await server.createDatabase(name);
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  const opened: { readonly storage: Storage; readonly proxy: CuttingProxy }[] = [];
  return {
    owner,
    ownerUrl: database.ownerUrl,
    nodeUrl: database.nodeUrl,
    async aNode() {
      const proxy = await cuttingProxy(server.port);
      const storage = await openClusterStorage({ url: proxy.urlThrough(database.nodeUrl), waitMsMax: 1_000 });
      const node = { storage, proxy };
      opened.push(node);
      return node;
    },
    async dispose() {
      for (const { storage, proxy } of opened) {
        await storage.close();
        proxy.close();
      }
      await owner.end();
      await server.dispose();
    },
  };
}
