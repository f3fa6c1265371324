import { MoveError, type MoveSource } from "#core/moving/move.ts";
import { countersOf } from "./cluster-counters.ts";
import { Owner } from "./owner.ts";

export interface ClusterSource extends MoveSource {
  /** When the moment was that is read, by the database's clock; RFC 3339. */
  readonly at: string;
  close(): Promise<void>;
}

/**
 * All of a cluster as it is at one moment, while nodes work on it or not: one transaction that reads, and sees nothing of what is committed after
 * it began. Throws a MoveError where a folder is only partly moved into it, and an OperatorError where the role may not read all apps.
 */
export async function openClusterSource(ownerUrl: string): Promise<ClusterSource> {
  const owner = await Owner.connect(ownerUrl);
  try {
    await owner.rows("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const unfinished = await owner.row("SELECT folder FROM moves WHERE ended_at IS NULL");
    if (unfinished) throw new MoveError("a folder is only partly moved into this cluster: end that first");
    const moment = await owner.row<{ at: Date }>("SELECT now() AS at");
    return {
      at: (moment?.at ?? new Date()).toISOString(),
      pages: (store, rowsMax) => owner.pages(store, rowsMax),
      estimate: (store) => owner.estimate(store),
      counters: () => countersOf(owner),
      close: () => owner.close(),
    };
  } catch (failure) {
    await owner.close();
    throw failure;
  }
}
