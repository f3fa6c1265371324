import type { JsonObject } from "../../json.ts";
import type { AnswerStore, ReuseRecordStore } from "../../ports/answers.ts";
import type { Clock } from "../../ports/clock.ts";
import type { AppId } from "../../tenant.ts";
import type { Origin } from "../origin.ts";
import type { Generations } from "../partitions/generations.ts";
import type { Partitions } from "../partitions/partitions.ts";
import type { Unlearned } from "../partitions/unlearned.ts";
import { originIn } from "../stored.ts";
import type { Bound } from "../trust/bound.ts";

/** Wrong answers that are kept side by side with the right ones, of each app. */
export const MISTAKES_MAX = 200;
/** Corrected words that are kept in mind, of each app. */
const REFUSALS_MAX = 10_000;

export interface CorrectionsOptions {
  readonly answers: AnswerStore;
  readonly records: ReuseRecordStore;
  readonly partitions: Partitions;
  readonly generations: Generations;
  readonly unlearned: Unlearned;
  readonly bound: Bound;
  readonly clock: Clock;
}

/** An answer for other words that was wrong. */
export interface Mistake {
  readonly sentence: string;
  readonly origin: Origin;
  /** What it should have been, as far as anybody said. */
  readonly expected: JsonObject | null;
}

/** Takes back answers that were wrong. */
export class Corrections {
  readonly #options: CorrectionsOptions;

  constructor(options: CorrectionsOptions) {
    this.#options = options;
  }

  /** As `CachedAnswers.correct`, which hands it on. */
  async correct(
    app: AppId,
    { partition, key }: { readonly partition: string; readonly key: string },
    {
      sentence,
      reuse,
      expected,
    }: { readonly sentence: string } & {
      readonly reuse: JsonObject | null;
      readonly expected: JsonObject | null;
    },
  ): Promise<void> {
    const { generations, bound } = this.#options;
    const origin = reuse && originIn(reuse);
    generations.raise(partition);
    const ids = origin ? [origin.id, ...origin.kin, ...(await this.#kinOf(app, partition, origin.id))] : [];
    await Promise.all([
      this.#drop(app, partition, { ids, key }),
      origin && this.#record(app, { sentence, origin, expected }),
    ]);
    // What was found while it was being dropped is out of date as well: nobody who comes from here on may share it.
    generations.raise(partition);
    if (origin) await bound.observe(app, { ...origin, what: "given", isWrong: true });
  }

  /** Takes back what a mistake was made from, and all that goes the same way; its own words were never kept. */
  async takeBack(app: AppId, partition: string, mistake: Mistake): Promise<void> {
    await this.#record(app, mistake);
    const { id } = mistake.origin;
    await this.#drop(app, partition, { ids: [id, ...(await this.#kinOf(app, partition, id))], key: null });
  }

  /** What goes the same way as far as it is known, and what may: nobody has looked yet at what is being remembered. */
  async #kinOf(app: AppId, digest: string, id: number): Promise<readonly number[]> {
    const { partitions, unlearned, answers } = this.#options;
    const memory = partitions.peek(app, digest);
    await memory?.loaded.catch(() => {});
    // What other nodes have learned goes the same way.
    if (answers.isShared) await memory?.renew().catch(() => {});
    const unknown = await unlearned.of(digest);
    return [...(memory?.kinOf(id) ?? []), ...unknown];
  }

  async #drop(
    app: AppId,
    digest: string,
    wrong: { readonly ids: readonly number[]; readonly key: string | null },
  ): Promise<void> {
    const { answers, clock, partitions } = this.#options;
    const memory = partitions.peek(app, digest);
    for (const id of wrong.ids) memory?.remove(id);
    const refusals = { at: clock.now(), refusalsMax: REFUSALS_MAX };
    for (const id of await answers.drop(app, digest, wrong, refusals)) memory?.remove(id);
  }

  #record(app: AppId, { sentence, origin, expected }: Mistake): Promise<void> {
    const { subject, path, score, known: knownSentence, given } = origin;
    const { records, clock } = this.#options;
    const mistake = { ...subject, path, score, sentence, knownSentence, given, expected, at: clock.now() };
    return records.recordMistake(app, mistake, MISTAKES_MAX);
  }
}
