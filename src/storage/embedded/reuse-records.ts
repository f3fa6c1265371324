import type { ContentHash, JsonObject } from "#core/json.ts";
import type { ReuseCount, ReuseMistake, ReuseRecordStore, SourceCount } from "#core/ports/answers.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import type { GroupCommit } from "./commits/group-commit.ts";
import type { Participant } from "./commits/participant.ts";

interface MistakeRow {
  readonly content_hash: ContentHash;
  readonly name: string;
  readonly path: string;
  readonly score: number;
  readonly sentence: string;
  readonly known_sentence: string;
  readonly given: string;
  readonly expected: string | null;
  readonly created_at: Instant;
}

/** Kinds of counts that wait in memory for a commit; more cost a flush. */
const UNWRITTEN_MAX = 1_024;
/** The same of what was answered, and by whom: no more than some dozens are written along with a commit. */
const SOURCES_MAX = 65_536;
/** Under this name stays what answers from contents saved that are gone. */
const GONE = "gone" as ContentHash;

/** Counts in memory, written along with a later commit: what is counted costs no fsync of its own. */
export class EmbeddedReuseRecords implements ReuseRecordStore, Participant {
  readonly #commits: GroupCommit;
  readonly #statements: ReturnType<typeof statementsFor>;
  #counts = new Map<string, { readonly app: AppId; readonly count: ReuseCount }>();
  readonly #sources = new Map<string, { readonly app: AppId; readonly count: SourceCount }>();
  /** Those that the transaction under way has. */
  readonly #written = new Set<string>();

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#statements = statementsFor(commits);
    commits.join(this);
  }

  observe(app: AppId, of: Omit<ReuseCount, "observed" | "wrong">, wrong: boolean): void {
    if (this.#counts.size >= UNWRITTEN_MAX) this.#commits.flush();
    const { contentHash, name, path, bin } = of;
    const at = JSON.stringify([app, contentHash, name, path, bin]);
    const { observed, wrong: before } = this.#counts.get(at)?.count ?? { observed: 0, wrong: 0 };
    const count = { contentHash, name, path, bin, observed: observed + 1, wrong: before + Number(wrong) };
    this.#counts.set(at, { app, count });
  }

  async counts(app: AppId): Promise<readonly ReuseCount[]> {
    this.#commits.flush();
    return this.#commits.read(() => this.#statements.counts.all(app));
  }

  recordMistake(app: AppId, mistake: ReuseMistake, mistakesMax: number): Promise<void> {
    const { contentHash, name, path, score, sentence, knownSentence, at } = mistake;
    const given = JSON.stringify(mistake.given);
    const expected = mistake.expected && JSON.stringify(mistake.expected);
    return this.#commits.write(() => {
      const values = [contentHash, name, path, score, sentence, knownSentence, given, expected, at] as const;
      this.#statements.insertMistake.run(app, ...values);
      this.#statements.trimMistakes.run(app, mistakesMax);
    });
  }

  async mistakes(app: AppId, limit: number): Promise<readonly ReuseMistake[]> {
    return this.#commits.read(() => this.#statements.mistakes.all(app, limit).map(mistakeOf));
  }

  countSource(app: AppId, { contentHash, source, savedMs, savedCost }: Omit<SourceCount, "answers">): void {
    if (this.#sources.size >= SOURCES_MAX) this.#commits.flush();
    // None of the three has a space.
    const at = `${source} ${app} ${contentHash}`;
    const before = this.#sources.get(at)?.count ?? { answers: 0, savedMs: 0, savedCost: 0 };
    const count = {
      contentHash,
      source,
      answers: before.answers + 1,
      savedMs: before.savedMs + Math.round(savedMs),
      savedCost: before.savedCost + savedCost,
    };
    this.#sources.set(at, { app, count });
  }

  async sources(app: AppId): Promise<readonly SourceCount[]> {
    this.#commits.flush();
    return this.#commits.read(() => this.#statements.sources.all(app));
  }

  forget(app: AppId, contentHash: ContentHash): Promise<void> {
    return this.#commits.write(() => {
      // Whose saved time is to stay is on the disk by then.
      this.#writeSources(Number.POSITIVE_INFINITY);
      this.#statements.forgetCounts.run(app, contentHash);
      this.#statements.keepSaved.run(GONE, app, contentHash);
      this.#statements.forgetSources.run(app, contentHash);
    });
  }

  /** The bound of errors rests on what was observed. */
  mustWrite(): boolean {
    return this.#counts.size > 0;
  }

  write(statisticsMax: number): void {
    for (const { app, count } of this.#counts.values()) {
      const { contentHash, name, path, bin, observed, wrong } = count;
      this.#statements.observe.run(app, contentHash, name, path, bin, observed, wrong);
    }
    this.#writeSources(statisticsMax);
  }

  committed(): void {
    if (this.#counts.size > 0) this.#counts = new Map();
    for (const at of this.#written) this.#sources.delete(at);
    this.#written.clear();
  }

  abandoned(): void {
    this.#written.clear();
  }

  #writeSources(countMax: number): void {
    for (const [at, { app, count }] of this.#sources) {
      if (this.#written.size >= countMax) return;
      if (this.#written.has(at)) continue;
      const { contentHash, source, answers, savedMs, savedCost } = count;
      this.#statements.countSource.run(app, contentHash, source, answers, savedMs, savedCost);
      this.#written.add(at);
    }
  }
}

function mistakeOf(row: MistakeRow): ReuseMistake {
  return {
    contentHash: row.content_hash,
    name: row.name,
    path: row.path,
    score: row.score,
    sentence: row.sentence,
    knownSentence: row.known_sentence,
    given: JSON.parse(row.given) as JsonObject,
    expected: row.expected === null ? null : (JSON.parse(row.expected) as JsonObject),
    at: row.created_at,
  };
}

type MistakeValues = readonly [ContentHash, string, string, number, string, string, string, string | null, Instant];

/** Nothing is counted for an app that was removed meanwhile. */
function statementsFor(commits: GroupCommit) {
  const ofApp = "WHERE EXISTS (SELECT 1 FROM apps WHERE id = ?1)";
  const addUp = `ON CONFLICT (app, content_hash, source) DO UPDATE SET answers = answers + excluded.answers,
    saved_ms = saved_ms + excluded.saved_ms, saved_cost = saved_cost + excluded.saved_cost`;
  return {
    observe: commits.prepare<null, [AppId, ContentHash, string, string, number, number, number]>(`
      INSERT INTO reuse_counts (app, content_hash, name, path, bin, observed, wrong)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 ${ofApp}
      ON CONFLICT (app, content_hash, name, path, bin)
      DO UPDATE SET observed = observed + excluded.observed, wrong = wrong + excluded.wrong`),
    counts: commits.prepare<ReuseCount, [AppId]>(`
      SELECT content_hash AS contentHash, name, path, bin, observed, wrong FROM reuse_counts WHERE app = ?
      ORDER BY content_hash, name, path, bin`),
    insertMistake: commits.prepare<null, [AppId, ...MistakeValues]>(`
      INSERT INTO reuse_mistakes (app, content_hash, name, path, score, sentence, known_sentence, given, expected, created_at)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 ${ofApp}`),
    trimMistakes: commits.prepare<null, [AppId, number]>(`
      DELETE FROM reuse_mistakes WHERE app = ?1 AND id <=
        (SELECT id FROM reuse_mistakes WHERE app = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`),
    mistakes: commits.prepare<MistakeRow, [AppId, number]>(`
      SELECT content_hash, name, path, score, sentence, known_sentence, given, expected, created_at
      FROM reuse_mistakes WHERE app = ? ORDER BY id DESC LIMIT ?`),
    countSource: commits.prepare<null, [AppId, ContentHash, string, number, number, number]>(`
      INSERT INTO reuse_sources (app, content_hash, source, answers, saved_ms, saved_cost)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6 ${ofApp} ${addUp}`),
    sources: commits.prepare<SourceCount, [AppId]>(`
      SELECT content_hash AS contentHash, source, answers, saved_ms AS savedMs, saved_cost AS savedCost
      FROM reuse_sources WHERE app = ? ORDER BY content_hash, source`),
    forgetCounts: commits.prepare<null, [AppId, ContentHash]>(
      "DELETE FROM reuse_counts WHERE app = ? AND content_hash = ?",
    ),
    keepSaved: commits.prepare<null, [ContentHash, AppId, ContentHash]>(`
      INSERT INTO reuse_sources (app, content_hash, source, answers, saved_ms, saved_cost)
      SELECT app, ?1, source, answers, saved_ms, saved_cost FROM reuse_sources WHERE app = ?2 AND content_hash = ?3 ${addUp}`),
    forgetSources: commits.prepare<null, [AppId, ContentHash]>(
      "DELETE FROM reuse_sources WHERE app = ? AND content_hash = ?",
    ),
  };
}
