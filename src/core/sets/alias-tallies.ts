import { FairCache } from "../fair-cache.ts";
import type { StoredAlias } from "../ports/alias-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { AppId, Instant } from "../tenant.ts";

/** Aliases that are counted, all apps together; two numbers for each of two sets. */
const TALLIES_MAX = 16_384;

/** An alias that a question named, and the set that was asked for it. */
export interface AliasUse {
  readonly name: string;
  readonly signature: string;
  /** Of the alias. */
  readonly revision: number;
}

/** An answer to a question that named aliases. */
export interface AnswerThrough {
  readonly aliases: readonly AliasUse[];
  /** No tool, or no class, fitted. */
  readonly isNone: boolean;
}

export interface SideTally {
  readonly answers: number;
  /** Of those. */
  readonly none: number;
}

interface Tally {
  readonly revision: number;
  readonly since: Instant;
  readonly sides: Map<string, { answers: number; none: number }>;
}

/**
 * What became of questions that named an alias, by the set that was asked: since the alias was put last, and since the start of the
 * process. In memory, and bounded: these are numbers to look at, not to bill.
 */
export class AliasTallies {
  readonly #clock: Pick<Clock, "now">;
  readonly #tallies: FairCache<Tally>;

  constructor(clock: Pick<Clock, "monotonicMs" | "now">) {
    this.#clock = clock;
    this.#tallies = new FairCache({ weightMax: TALLIES_MAX, monotonicMs: () => clock.monotonicMs() });
  }

  add(app: AppId, { aliases, isNone }: AnswerThrough): void {
    for (const { name, signature, revision } of aliases) {
      const known = this.#tallies.get(app, name);
      // Asked before the alias was put anew, answered after.
      if (known && known.revision > revision) continue;
      const tally = known?.revision === revision ? known : { revision, since: this.#clock.now(), sides: new Map() };
      const side = tally.sides.get(signature) ?? { answers: 0, none: 0 };
      side.answers += 1;
      if (isNone) side.none += 1;
      tally.sides.set(signature, side);
      if (tally !== known) this.#tallies.set(app, name, tally);
    }
  }

  /** `since`: the first answer that was counted; null before it. */
  of(
    app: AppId,
    { name, revision }: Pick<StoredAlias, "name" | "revision">,
  ): { readonly since: Instant | null; readonly bySignature: ReadonlyMap<string, SideTally> } {
    const tally = this.#tallies.peek(app, name);
    return tally?.revision === revision
      ? { since: tally.since, bySignature: tally.sides }
      : { since: null, bySignature: new Map() };
  }
}
