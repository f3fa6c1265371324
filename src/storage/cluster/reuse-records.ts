import type { ContentHash, JsonObject } from "#core/json.ts";
import type { ReuseCount, ReuseMistake, ReuseRecordStore, SourceCount } from "#core/ports/answers.ts";
import type { AppId, Instant } from "#core/tenant.ts";
import { Gathered, summing } from "./gathered.ts";
import type { Postgres } from "./postgres.ts";

/** Under this name stays what answers from contents saved that are gone. */
const GONE = "gone";

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

type OfApp<Count> = Count & { readonly app: AppId };

/** Counts are gathered: other nodes see them a second later. */
export class ClusterReuseRecords implements ReuseRecordStore {
  readonly #postgres: Postgres;
  readonly #counts: Gathered<OfApp<ReuseCount>>;
  readonly #sources: Gathered<OfApp<SourceCount>>;

  constructor(postgres: Postgres, log: (message: string) => void) {
    this.#postgres = postgres;
    this.#counts = new Gathered({
      what: "observations of reused answers",
      log,
      together: summing("observed", "wrong"),
      write: (counts) => writeCounts(postgres, counts),
    });
    this.#sources = new Gathered({
      what: "counts of what answers saved",
      log,
      together: summing("answers", "savedMs", "savedCost"),
      write: (sources) => writeSources(postgres, sources),
    });
  }

  observe(
    app: AppId,
    { contentHash, name, path, bin }: Omit<ReuseCount, "observed" | "wrong">,
    isWrong: boolean,
  ): void {
    const count = { app, contentHash, name, path, bin, observed: 1, wrong: Number(isWrong) };
    this.#counts.note(JSON.stringify([app, contentHash, name, path, bin]), count);
  }

  async counts(app: AppId): Promise<readonly ReuseCount[]> {
    await this.#counts.written();
    return this.#postgres.rowsOf<ReuseCount>(
      app,
      `SELECT content_hash AS "contentHash", name, path, bin, observed, wrong FROM reuse_counts WHERE app = $1
       ORDER BY content_hash, name, path, bin`,
      [app],
    );
  }

  async recordMistake(app: AppId, mistake: ReuseMistake, mistakesMax: number): Promise<void> {
    const { contentHash, name, path, score, sentence, knownSentence, given, expected, at } = mistake;
    await this.#postgres.rowsOf(app, "SELECT record_mistake($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)", [
      app,
      contentHash,
      name,
      path,
      score,
      JSON.stringify(sentence),
      JSON.stringify(knownSentence),
      JSON.stringify(given),
      expected && JSON.stringify(expected),
      at,
      mistakesMax,
    ]);
  }

  async mistakes(app: AppId, limit: number): Promise<readonly ReuseMistake[]> {
    const rows = await this.#postgres.rowsOf<MistakeRow>(
      app,
      `SELECT content_hash, name, path, score, sentence, known_sentence, given, expected, created_at
       FROM reuse_mistakes WHERE app = $1 ORDER BY id DESC LIMIT $2`,
      [app, limit],
    );
    return rows.map(mistakeOf);
  }

  countSource(app: AppId, { contentHash, source, savedMs, savedCost }: Omit<SourceCount, "answers">): void {
    const count = { app, contentHash, source, answers: 1, savedMs: Math.round(savedMs), savedCost };
    // None of the three has a space.
    this.#sources.note(`${source} ${app} ${contentHash}`, count);
  }

  async sources(app: AppId): Promise<readonly SourceCount[]> {
    await this.#sources.written();
    return this.#postgres.rowsOf<SourceCount>(
      app,
      `SELECT content_hash AS "contentHash", source, answers, saved_ms AS "savedMs", saved_cost AS "savedCost"
       FROM reuse_sources WHERE app = $1 ORDER BY content_hash, source`,
      [app],
    );
  }

  async forget(app: AppId, contentHash: ContentHash): Promise<void> {
    await Promise.all([this.#counts.written(), this.#sources.written()]);
    await this.#postgres.rowsOf(app, "SELECT forget_reuse($1, $2, $3)", [app, contentHash, GONE]);
  }

  /** Writes what waits. */
  async close(): Promise<void> {
    await Promise.all([this.#counts.close(), this.#sources.close()]);
  }
}

async function writeCounts(postgres: Postgres, counts: readonly OfApp<ReuseCount>[]): Promise<void> {
  await postgres.rows("SELECT count_reuse($1, $2, $3, $4, $5, $6, $7)", [
    counts.map(({ app }) => app),
    counts.map(({ contentHash }) => contentHash),
    counts.map(({ name }) => name),
    counts.map(({ path }) => path),
    counts.map(({ bin }) => bin),
    counts.map(({ observed }) => observed),
    counts.map(({ wrong }) => wrong),
  ]);
}

async function writeSources(postgres: Postgres, sources: readonly OfApp<SourceCount>[]): Promise<void> {
  await postgres.rows("SELECT count_reuse_sources($1, $2, $3, $4, $5, $6)", [
    sources.map(({ app }) => app),
    sources.map(({ contentHash }) => contentHash),
    sources.map(({ source }) => source),
    sources.map(({ answers }) => answers),
    sources.map(({ savedMs }) => savedMs),
    sources.map(({ savedCost }) => savedCost),
  ]);
}

function mistakeOf(row: MistakeRow): ReuseMistake {
  return {
    contentHash: row.content_hash,
    name: row.name,
    path: row.path,
    score: row.score,
    sentence: JSON.parse(row.sentence) as string,
    knownSentence: JSON.parse(row.known_sentence) as string,
    given: JSON.parse(row.given) as JsonObject,
    expected: row.expected === null ? null : (JSON.parse(row.expected) as JsonObject),
    at: row.created_at,
  };
}
