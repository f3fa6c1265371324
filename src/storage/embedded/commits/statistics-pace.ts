/** Some statistics are written along so often: with each commit they would be half of the pages that it writes. */
const EVERY_MS = 50;
/** All of what a thousand apps asked would hold up everybody. */
const AT_ONCE_MAX = 64;
/** Where a crowd waits for its rows, the statistics of all of it are written once in so long, as the rows are. */
const ROUND_MS = 10_000;

/** How many statistics a commit writes along. */
export class StatisticsPace {
  #wroteAtMs = Number.NEGATIVE_INFINITY;

  /** @param crowd how many owners wait for their rows; 0 where they are few. */
  countMax(crowd: number, nowMs: number): number {
    const everyMs = crowd === 0 ? EVERY_MS : Math.max(EVERY_MS, (ROUND_MS * AT_ONCE_MAX) / crowd);
    return nowMs - this.#wroteAtMs >= everyMs ? AT_ONCE_MAX : 0;
  }

  wrote(nowMs: number): void {
    this.#wroteAtMs = nowMs;
  }
}
