import type { Instant } from "../tenant.ts";

/** What a follower says of itself. */
export interface FollowerReport {
  /** Where it writes. */
  readonly folder: string;
  /** Everything that was acknowledged before can be restored from there; null while nothing can be. */
  readonly until: Instant | null;
}

/**
 * Another process that copies what is written, as it is written. Nobody waits for it: as long as it is heard from, what it has to read
 * is kept a little longer, within a fixed size.
 */
export interface LogFollowing {
  /** Called once a second by a follower that lives. */
  heard(report: FollowerReport): void;
  /** What was heard last since the start; null when nothing was. */
  last(): FollowerReport | null;
}
