import type { GroupCommit } from "./commits/group-commit.ts";

/** Rows that expire in one transaction: more would hold up the requests beside it. */
const EXPIRED_AT_ONCE_MAX = 1_000;

/** Calls `remove`, which removes at most `countMax` rows and says how many, until there are no more. Returns how many went. */
export async function expireInPieces(commits: GroupCommit, remove: (countMax: number) => number): Promise<number> {
  let expired = 0;
  let removed: number;
  do {
    removed = await commits.write(() => remove(EXPIRED_AT_ONCE_MAX));
    expired += removed;
  } while (removed === EXPIRED_AT_ONCE_MAX);
  return expired;
}
