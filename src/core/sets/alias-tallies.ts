import { FairCache } from "../fair-cache.ts";
import type { AliasTally, AliasTallyStore, AnswerThrough } from "../ports/alias-tally-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { AppId, Instant } from "../tenant.ts";

/** Aliases that are counted, all apps together; two numbers for each of two sets. */
const TALLIES_MAX = 16_384;

interface Tally {
  readonly revision: number;
  readonly since: Instant;
  readonly sides: Map<string, { answers: number; none: number }>;
}

/** Since the start of the process, in its memory, and bounded. */
export class AliasTallies implements AliasTallyStore {
  readonly #tallies: FairCache<Tally>;

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#tallies = new FairCache({ weightMax: TALLIES_MAX, monotonicMs: () => clock.monotonicMs() });
  }

  add(app: AppId, { aliases, isNone }: AnswerThrough, at: Instant): void {
    for (const { name, signature, revision } of aliases) {
      const known = this.#tallies.get(app, name);
      // Asked before the alias was put anew, answered after.
      if (known && known.revision > revision) continue;
      const tally = known?.revision === revision ? known : { revision, since: at, sides: new Map() };
      const side = tally.sides.get(signature) ?? { answers: 0, none: 0 };
      side.answers += 1;
      if (isNone) side.none += 1;
      tally.sides.set(signature, side);
      if (tally !== known) this.#tallies.set(app, name, tally);
    }
  }

  async of(app: AppId, aliases: Parameters<AliasTallyStore["of"]>[1]): Promise<readonly AliasTally[]> {
    return aliases.map(({ name, revision }) => {
      const tally = this.#tallies.peek(app, name);
      if (tally?.revision !== revision) return { since: null, bySignature: new Map() };
      return { since: tally.since, bySignature: tally.sides };
    });
  }
}
