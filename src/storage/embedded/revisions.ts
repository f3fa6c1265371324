import type { GroupCommit } from "./commits/group-commit.ts";

/** Gives revisions inside a transaction. They grow, and one that was committed is never given again, whatever is deleted. */
export function revisionsOf(commits: GroupCommit): () => number {
  const next = commits.prepare<{ value: number }>(
    "UPDATE counters SET value = value + 1 WHERE name = 'revision' RETURNING value",
  );
  return () => {
    const counter = next.get();
    if (!counter) throw new Error("the counter of revisions is missing");
    return counter.value;
  };
}
