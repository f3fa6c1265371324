import { FairCache } from "../fair-cache.ts";
import type { AnswerStore, KeptEntry } from "../ports/answers.ts";
import type { ChangeCounter } from "../ports/change-counter.ts";
import type { Clock } from "../ports/clock.ts";
import type { AppId } from "../tenant.ts";

/** Characters of all apps' entries together, as they are stored. */
const CHARACTERS_MAX = 4_194_304;

interface Known {
  /** How many changes of the app there were before it was read. */
  readonly changes: number;
  readonly entry: KeptEntry;
}

/**
 * Entries that answers to other words are made from, read once: a few of them answer most sentences. What was taken back, replaced or
 * dropped with its set is a change of its app, and read anew. What has only made room for others may be given a while longer: it is as right
 * as it was.
 */
export class KnownEntries {
  readonly #answers: Pick<AnswerStore, "read">;
  readonly #changes: Pick<ChangeCounter, "of">;
  readonly #known: FairCache<Known>;

  constructor(
    answers: Pick<AnswerStore, "read">,
    changes: Pick<ChangeCounter, "of">,
    clock: Pick<Clock, "monotonicMs">,
  ) {
    this.#answers = answers;
    this.#changes = changes;
    this.#known = new FairCache<Known>({
      weightMax: CHARACTERS_MAX,
      weigh: ({ entry }) => JSON.stringify(entry).length,
      monotonicMs: () => clock.monotonicMs(),
    });
  }

  /** As `AnswerStore.read`, of an app whose changes were renewed. */
  async read(app: AppId, partition: string, id: number): Promise<KeptEntry | null> {
    const name = `${partition} ${id}`;
    const changes = this.#changes.of(app);
    const known = this.#known.get(app, name);
    if (known?.changes === changes) return known.entry;
    const entry = await this.#answers.read(app, partition, id);
    if (entry) this.#known.set(app, name, { changes, entry });
    else this.#known.delete(app, name);
    return entry;
  }
}
