import type { Owner } from "./participant.ts";

/** How the rows of many owners are written, when there are too many to write all of them at once. */
export interface RoundLimits {
  /** As long as no more owners wait, all are written together. */
  readonly fewOwnersMax: number;
  /** Owners whose rows are written with one commit: each takes a tenth of a millisecond, in which nobody is served. */
  readonly ownersAtOnceMax: number;
  /** How long a round takes, milliseconds: an owner's changes of so long share their rows. */
  readonly roundMs: number;
  /** Of the journal, 4 KiB each. A round is over when a third of them was used: two have room, and what one commit notes. */
  readonly journalRowsMax: number;
}

export const ROUND_LIMITS: RoundLimits = {
  fewOwnersMax: 48,
  ownersAtOnceMax: 16,
  roundMs: 10_000,
  // 16 MiB, which the file takes only where there is a crowd.
  journalRowsMax: 4_096,
};

/** Of the journal, in a round. */
const ROWS_SHARE = 1 / 3;

/** Shares of all that wait, so that very many do not take for ever: each commit may write a part of them. */
const SHARE_MAX = 256;

interface Round {
  readonly startedMs: number;
  /** Where change and journal stood. */
  readonly change: number;
  readonly used: number;
  readonly count: number;
  /** In order, those that are next at the end. */
  readonly left: Owner[];
}

/** What a commit writes of a round. */
export interface Turn {
  readonly owners: ReadonlySet<Owner>;
  /** Of which the round is. */
  readonly taken: number;
  /** Where it ends the round: everything up to this change is in its tables then, and this many rows of the journal are free. */
  readonly ends: { readonly change: number; readonly used: number } | null;
}

/**
 * All owners that have something to be written get their turn, and then again. In a round they go by their names, as the rows of many
 * tables stand: those of one turn share pages.
 */
export class Rounds {
  readonly #limits: RoundLimits;
  #round: Round | null = null;

  constructor(limits: RoundLimits) {
    this.#limits = limits;
  }

  /** Whose turn it is now; nobody's while too few are due. `done` says that it is over: until then it is the same one's. */
  next(
    owners: () => Iterable<Owner>,
    now: { readonly ms: number; readonly change: number; readonly used: number },
  ): Turn {
    this.#round ??= begun(owners, now);
    const { startedMs, change, used, count, left } = this.#round;
    const { ownersAtOnceMax, roundMs, journalRowsMax } = this.#limits;
    const share = Math.max((now.ms - startedMs) / roundMs, (now.used - used) / (journalRowsMax * ROWS_SHARE));
    const due = Math.ceil(count * share) - (count - left.length);
    // Few at a time would share no page.
    if (due < Math.min(ownersAtOnceMax, left.length)) return NOBODY;
    const taken = Math.min(due, left.length, Math.max(ownersAtOnceMax, Math.ceil(count / SHARE_MAX)));
    const some = left.slice(left.length - taken);
    return { owners: new Set(some), taken, ends: taken === left.length ? { change, used } : null };
  }

  done({ taken, ends }: Turn): void {
    if (ends) this.#round = null;
    else this.#round?.left.splice(this.#round.left.length - taken);
  }

  /** Nothing is left of anybody. */
  clear(): void {
    this.#round = null;
  }
}

const NOBODY: Turn = { owners: new Set(), taken: 0, ends: null };

function begun(
  owners: () => Iterable<Owner>,
  { ms, change, used }: { readonly ms: number; readonly change: number; readonly used: number },
): Round {
  const left = [...new Set(owners())].sort().reverse();
  return { startedMs: ms, change, used, count: left.length, left };
}
