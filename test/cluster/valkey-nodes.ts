/** Nodes on one Postgres and one Valkey, each through a proxy of its own. */
import type { Storage } from "#core/ports/storage.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { type CuttingProxy, cuttingProxy } from "./cutting-proxy.ts";
import type { TestDatabase } from "./postgres-server.ts";
import type { ValkeyServer } from "./valkey-server.ts";

/** Longer than any test waits: what is not late on purpose is not late. */
export const NEVER_LATE_MS = 60_000;

export interface ValkeyNode {
  readonly storage: Storage;
  /** To Valkey. */
  readonly proxy: CuttingProxy;
  /** How often it went on without Valkey. */
  readonly misses: () => number;
  /** Resolves when it can use Valkey, or cannot. */
  until(state: "down" | "up"): Promise<void>;
  close(): Promise<void>;
}

export async function aValkeyNode(
  database: TestDatabase,
  valkey: ValkeyServer,
  { waitMsMax = NEVER_LATE_MS }: { readonly waitMsMax?: number } = {},
): Promise<ValkeyNode> {
  const proxy = await cuttingProxy(valkey.port);
  let [state, misses] = ["down", 0];
  let waiting: (() => void)[] = [];
  const storage = await openClusterStorage({
    url: database.nodeUrl,
    valkey: { url: proxy.urlThrough(valkey.url), waitMsMax, pauseMsMax: 100 },
    observer: {
      sharedMemoryChanged: (now) => {
        state = now;
        for (const look of waiting.splice(0)) look();
      },
      sharedMemoryMissed: () => {
        misses += 1;
      },
    },
  });
  return {
    storage,
    proxy,
    misses: () => misses,
    until: async (wanted) => {
      while (state !== wanted) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    close: async () => {
      waiting = [];
      await storage.close();
      proxy.close();
    },
  };
}
