/** Everything of a data folder into a cluster, and back. */
import { type MoveProgress, move, survey } from "#core/moving/move.ts";
import type { StoreSum } from "#core/moving/moved-rows.ts";
import { openClusterSource } from "#storage/cluster/moving/cluster-source.ts";
import { openClusterTarget } from "#storage/cluster/moving/cluster-target.ts";
import { openFolderSource } from "#storage/embedded/moving/folder-source.ts";
import { openFolderTarget } from "#storage/embedded/moving/folder-target.ts";

export interface MoveRequest {
  /** The folder. Absolute. */
  readonly dataDir: string;
  /** Of the database of the cluster, as the owner of its tables. */
  readonly ownerUrl: string;
  /** Only says what would be moved. */
  readonly isTrial: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MoveProgress) => void;
  /** Takes warnings that an operator should read. */
  readonly log: (message: string) => void;
}

export interface Moved {
  readonly stores: readonly StoreSum[];
  /** It was moved before: nothing was done. */
  readonly wasDone: boolean;
  /** Of a cluster, of which moment it is; RFC 3339. Null of a folder, which nobody changes meanwhile. */
  readonly at: string | null;
}

/** Goes on where a move of the same folder was stopped or killed. Throws an OperatorError. */
export async function moveToCluster({ dataDir, ownerUrl, isTrial, log, ...options }: MoveRequest): Promise<Moved> {
  const source = await openFolderSource({ dataDir, log });
  try {
    const target = await openClusterTarget(ownerUrl, source.mark, { isTrial });
    try {
      if (target.ended) return { stores: target.ended, wasDone: true, at: null };
      const stores = isTrial ? await survey(source, options) : await move(source, target, options);
      return { stores, wasDone: false, at: null };
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

/** Into a new folder. What nodes do after the moment that is read is not in it. Throws an OperatorError. */
export async function moveToFolder({ dataDir, ownerUrl, isTrial, log, ...options }: MoveRequest): Promise<Moved> {
  const source = await openClusterSource(ownerUrl);
  try {
    const { at } = source;
    if (isTrial) return { stores: await survey(source, options), wasDone: false, at };
    const target = await openFolderTarget({ dataDir, log });
    try {
      return { stores: await move(source, target, options), wasDone: false, at };
    } finally {
      target.close();
    }
  } finally {
    await source.close();
  }
}
