import { slipAfter } from "#core/graduation/member-agreement.ts";
import { growingCache } from "#core/growing-cache.ts";
import type { ContentHash } from "#core/json.ts";
import type { Course, CourseAnswers, CourseCount, GraduationStore, SlipStep } from "#core/ports/graduation-store.ts";
import type { AppId } from "#core/tenant.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import type { Participant } from "./commits/participant.ts";

/** Kinds of counts that wait in memory for a commit; more cost a flush. */
const UNWRITTEN_MAX = 1_024;
/** Tools of which it is known how far they are on their way to a slip; one that is forgotten begins anew. */
const SLIDES_MAX = 100_000;

interface Slide {
  readonly slips: number;
  readonly sum: number;
}

/** Counts in memory, written along with a later commit: what is counted costs no fsync of its own. */
export class EmbeddedGraduation implements GraduationStore, Participant {
  readonly isShared = false;
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof statementsFor>;
  /** By app, content, tool and models. In memory alone: a restart begins them anew. */
  readonly #slides = growingCache<string, Slide>(SLIDES_MAX);
  #counts = new Map<string, { readonly app: AppId; readonly count: CourseCount }>();
  #answers = new Map<string, { readonly app: AppId; readonly count: CourseAnswers }>();

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = statementsFor(commits);
    commits.join(this);
  }

  observe(app: AppId, course: Course, slips: number, edge: number, agrees: boolean): void {
    this.#count(app, course, slips, edge, { observed: 1, agreed: Number(agrees) });
  }

  async verify(app: AppId, course: Course, slips: number, by: SlipStep): Promise<number> {
    const { contentHash, member, models } = course;
    const name = JSON.stringify([app, contentHash, member, models]);
    const known = this.#slides.get(name);
    if (known && known.slips > slips) return known.slips;
    const { sum, hasSlipped } = slipAfter(known?.slips === slips ? known.sum : 0, by);
    const after = slips + Number(hasSlipped);
    this.#slides.set(name, { slips: after, sum });
    // A count of nothing: from here on the number of slips is found again.
    if (hasSlipped) this.#count(app, course, after, 0, { observed: 0, agreed: 0 });
    return after;
  }

  answered(
    app: AppId,
    { contentHash, member, models }: Course,
    saved: { readonly ms: number; readonly cost: number },
  ): void {
    this.#flushWhenFull();
    const at = JSON.stringify([app, contentHash, member, models]);
    const before = this.#answers.get(at)?.count ?? { answers: 0, savedMs: 0, savedCost: 0 };
    const count = {
      ...{ contentHash, member, models },
      answers: before.answers + 1,
      savedMs: before.savedMs + Math.round(saved.ms),
      savedCost: before.savedCost + saved.cost,
    };
    this.#answers.set(at, { app, count });
  }

  async counts(app: AppId): Promise<readonly CourseCount[]> {
    this.#commits.flush();
    return this.#commits.read(() => this.#statements.counts.all(app));
  }

  async answers(app: AppId): Promise<readonly CourseAnswers[]> {
    this.#commits.flush();
    return this.#commits.read(() => this.#statements.answers.all(app));
  }

  forget(app: AppId, contentHash: ContentHash): Promise<void> {
    const ofContent = JSON.stringify([app, contentHash]).slice(0, -1);
    for (const name of [...this.#slides.keys()]) if (name.startsWith(ofContent)) this.#slides.delete(name);
    return this.#commits.write(() => {
      this.#statements.forgetCounts.run(app, contentHash);
      this.#statements.forgetAnswers.run(app, contentHash);
    });
  }

  /** The bound rests on what was observed. */
  mustWrite(): boolean {
    return this.#counts.size > 0;
  }

  write(): void {
    for (const { app, count } of this.#counts.values()) {
      const { contentHash, member, models, slips, edge, observed, agreed } = count;
      this.#statements.observe.run(app, contentHash, member, models, slips, edge, observed, agreed);
    }
    for (const { app, count } of this.#answers.values()) {
      const { contentHash, member, models, answers, savedMs, savedCost } = count;
      this.#statements.answered.run(app, contentHash, member, models, answers, savedMs, savedCost);
    }
  }

  committed(): void {
    if (this.#counts.size > 0) this.#counts = new Map();
    if (this.#answers.size > 0) this.#answers = new Map();
  }

  #count(
    app: AppId,
    { contentHash, member, models }: Course,
    slips: number,
    edge: number,
    more: Pick<CourseCount, "agreed" | "observed">,
  ): void {
    this.#flushWhenFull();
    const at = JSON.stringify([app, contentHash, member, models, slips, edge]);
    const before = this.#counts.get(at)?.count ?? { observed: 0, agreed: 0 };
    const observed = before.observed + more.observed;
    const agreed = before.agreed + more.agreed;
    this.#counts.set(at, { app, count: { contentHash, member, models, slips, edge, observed, agreed } });
  }

  #flushWhenFull(): void {
    if (this.#counts.size + this.#answers.size >= UNWRITTEN_MAX) this.#commits.flush();
  }
}

/** Nothing is counted for an app that was removed meanwhile. */
function statementsFor(commits: GroupCommit) {
  const ofApp = "WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1)";
  return {
    observe: commits.prepare<null, [AppId, ContentHash, string, string, number, number, number, number]>(`
      INSERT INTO graduation_counts (app, content_hash, tool, models, slips, edge, observed, agreed)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 ${ofApp}
      ON CONFLICT (app, content_hash, tool, models, slips, edge)
      DO UPDATE SET observed = observed + excluded.observed, agreed = agreed + excluded.agreed`),
    counts: commits.prepare<CourseCount, [AppId]>(`
      SELECT content_hash AS contentHash, tool AS member, models, slips, edge, observed, agreed FROM graduation_counts
      WHERE app = ? ORDER BY content_hash, tool, models, slips, edge`),
    answered: commits.prepare<null, [AppId, ContentHash, string, string, number, number, number]>(`
      INSERT INTO graduation_answers (app, content_hash, tool, models, answers, saved_ms, saved_cost)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 ${ofApp}
      ON CONFLICT (app, content_hash, tool, models) DO UPDATE SET answers = answers + excluded.answers,
        saved_ms = saved_ms + excluded.saved_ms, saved_cost = saved_cost + excluded.saved_cost`),
    answers: commits.prepare<CourseAnswers, [AppId]>(`
      SELECT content_hash AS contentHash, tool AS member, models, answers, saved_ms AS savedMs, saved_cost AS savedCost
      FROM graduation_answers WHERE app = ? ORDER BY content_hash, tool, models`),
    forgetCounts: commits.prepare<null, [AppId, ContentHash]>(
      "DELETE FROM graduation_counts WHERE app = ? AND content_hash = ?",
    ),
    forgetAnswers: commits.prepare<null, [AppId, ContentHash]>(
      "DELETE FROM graduation_answers WHERE app = ? AND content_hash = ?",
    ),
  };
}
