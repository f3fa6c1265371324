import { randomUUID } from "node:crypto";
import type { ContentHash } from "#core/json.ts";
import type { Course, CourseAnswers, CourseCount, GraduationStore, SlipStep } from "#core/ports/graduation-store.ts";
import type { AppId } from "#core/tenant.ts";
import type { Changes } from "./changes.ts";
import { Gathered, summing } from "./gathered.ts";
import type { Postgres } from "./postgres.ts";

type OfApp<Count> = Count & { readonly app: AppId };

/**
 * Counts are gathered: other nodes see them a second later. A batch of them is counted once, however often it has to be sent: counts that
 * stand there twice would be a bet that was won by a connection that broke.
 */
export class ClusterGraduation implements GraduationStore {
  readonly isShared = true;
  readonly #postgres: Postgres;
  readonly #changes: Changes;
  readonly #counts: Gathered<OfApp<CourseCount>>;
  readonly #answers: Gathered<OfApp<CourseAnswers>>;

  constructor(postgres: Postgres, changes: Changes, log: (message: string) => void) {
    this.#postgres = postgres;
    this.#changes = changes;
    const writer = randomUUID();
    this.#counts = new Gathered({
      what: "counts of what both models say",
      log,
      together: summing("observed", "agreed"),
      write: (counts, batch) => writeCounts(postgres, { writer, batch }, counts),
    });
    this.#answers = new Gathered({
      what: "counts of what the model inside answered alone",
      log,
      together: summing("answers", "savedMs", "savedCost"),
      write: (answers) => writeAnswers(postgres, answers),
    });
  }

  observe(app: AppId, course: Course, slips: number, edge: number, agrees: boolean): void {
    const { contentHash, member, models } = course;
    const count = { app, contentHash, member, models, slips, edge, observed: 1, agreed: Number(agrees) };
    this.#counts.note(JSON.stringify([app, contentHash, member, models, slips, edge]), count);
  }

  async verify(
    app: AppId,
    { contentHash, member, models }: Course,
    slips: number,
    { step, slippedAt }: SlipStep,
  ): Promise<number> {
    const row = await this.#postgres.rowOf<{ slips: number | null }>(
      app,
      "SELECT verify_graduation($1, $2, $3, $4, $5, $6, $7) AS slips",
      [app, contentHash, member, models, slips, step, slippedAt],
    );
    const after = row?.slips ?? slips;
    // Every node's next request is to know of it.
    if (after > slips) await this.#changes.make(app, async () => {});
    return after;
  }

  answered(
    app: AppId,
    { contentHash, member, models }: Course,
    { ms, cost }: { readonly ms: number; readonly cost: number },
  ): void {
    const count = { app, contentHash, member, models, answers: 1, savedMs: Math.round(ms), savedCost: cost };
    this.#answers.note(JSON.stringify([app, contentHash, member, models]), count);
  }

  async counts(app: AppId): Promise<readonly CourseCount[]> {
    await this.#counts.written();
    return this.#postgres.rowsOf<CourseCount>(
      app,
      `SELECT content_hash AS "contentHash", tool AS member, models, slips, edge, observed, agreed FROM graduation_counts
       WHERE app = $1 ORDER BY content_hash, tool, models, slips, edge`,
      [app],
    );
  }

  async answers(app: AppId): Promise<readonly CourseAnswers[]> {
    await this.#answers.written();
    return this.#postgres.rowsOf<CourseAnswers>(
      app,
      `SELECT content_hash AS "contentHash", tool AS member, models, answers, saved_ms AS "savedMs", saved_cost AS "savedCost"
       FROM graduation_answers WHERE app = $1 ORDER BY content_hash, tool, models`,
      [app],
    );
  }

  async forget(app: AppId, contentHash: ContentHash): Promise<void> {
    await Promise.all([this.#counts.written(), this.#answers.written()]);
    await this.#postgres.rowsOf(app, "SELECT forget_graduation($1, $2)", [app, contentHash]);
  }

  /** Writes what waits. */
  async close(): Promise<void> {
    await Promise.all([this.#counts.close(), this.#answers.close()]);
  }
}

async function writeCounts(
  postgres: Postgres,
  { writer, batch }: { readonly writer: string; readonly batch: number },
  counts: readonly OfApp<CourseCount>[],
): Promise<void> {
  await postgres.rows("SELECT count_graduation_once($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", [
    writer,
    batch,
    counts.map(({ app }) => app),
    counts.map(({ contentHash }) => contentHash),
    counts.map(({ member }) => member),
    counts.map(({ models }) => models),
    counts.map(({ slips }) => slips),
    counts.map(({ edge }) => edge),
    counts.map(({ observed }) => observed),
    counts.map(({ agreed }) => agreed),
  ]);
}

async function writeAnswers(postgres: Postgres, answers: readonly OfApp<CourseAnswers>[]): Promise<void> {
  await postgres.rows("SELECT count_graduation_answers($1, $2, $3, $4, $5, $6, $7)", [
    answers.map(({ app }) => app),
    answers.map(({ contentHash }) => contentHash),
    answers.map(({ member }) => member),
    answers.map(({ models }) => models),
    answers.map((count) => count.answers),
    answers.map(({ savedMs }) => savedMs),
    answers.map(({ savedCost }) => savedCost),
  ]);
}
