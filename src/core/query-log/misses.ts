import { FairCache } from "../fair-cache.ts";
import type { Clock } from "../ports/clock.ts";
import type { Embedder } from "../ports/models.ts";
import type { QueryLogStore } from "../ports/query-log-store.ts";
import type { TaughtCaseStore } from "../ports/taught-case-store.ts";
import type { CacheReports } from "../semantic-cache/trust/report.ts";
import { sameWordsOf } from "../semantic-cache/words/same-words.ts";
import type { AppId, Principal } from "../tenant.ts";
import { turn } from "../turn.ts";
import { dot } from "../vectors.ts";
import { doubtBy, REASONS, type Reason, reasonsOf } from "./doubt.ts";
import type { KeptRow } from "./logged-row.ts";
import type { QueryLog } from "./query-log.ts";
import { redacted } from "./redaction.ts";

/** Rows that are looked at, the most doubtful ones: each may take an embedding of some 5 ms, the first time. */
export const ROWS_LOOKED_AT_MAX = 200;
/** Rows that are read for them: what was taught since, and what is of a set that is gone, stays in the log and is none of them. */
const ROWS_READ_MAX = 10_000;
const ROWS_READ_AT_ONCE = 250;
/** Cosine from which two sentences are shown as one. */
export const NEAR_DUPLICATE = 0.9;
/** Other wordings that are shown of a group. */
const OTHERS_SHOWN_MAX = 5;
/** Sentences that are embedded, rows that are compared and cases that are read between two chances for everything else. */
const AT_ONCE = 16;
/** Vectors that are kept in memory, all apps together: some 1.5 kB each. They are in no file. */
const KNOWN_VECTORS_MAX = 4_000;

/** Something to look at: a sentence, with those that nearly say the same. */
export interface Miss {
  /** The most doubtful one. */
  readonly row: KeptRow;
  readonly reasons: readonly Reason[];
  /** How often all of them were asked. */
  readonly times: number;
  /** Different sentences in it. */
  readonly sentences: number;
  /** Some of the other sentences. */
  readonly others: readonly string[];
  /** Ids of all of its rows, the one above among them. */
  readonly ids: readonly number[];
  /** What the queue is ordered by: how often all of them were asked, each by its doubt. */
  readonly score: number;
}

export interface Misses {
  readonly misses: readonly Miss[];
  /** How many there are of the rows that are looked at; `misses` are the first. */
  readonly total: number;
  /** Near-duplicates were found by their meaning; else the same words alone are one. */
  readonly compared: boolean;
  /** There were more such rows than are looked at: the least doubtful were not. */
  readonly isCut: boolean;
}

export interface MissesOptions {
  readonly queryLog: Pick<QueryLog, "flush">;
  readonly store: Pick<QueryLogStore, "doubtful">;
  readonly taught: Pick<TaughtCaseStore, "all" | "list">;
  readonly cacheReports: Pick<CacheReports, "report">;
  /** Null where no model is there. */
  readonly embedder: Embedder | null;
  readonly clock: Pick<Clock, "monotonicMs">;
}

interface Doubtful {
  readonly row: KeptRow;
  readonly reasons: readonly Reason[];
  readonly score: number;
  /** Equal for what is asked of the same sets. */
  readonly place: string;
  /** Of the words. */
  readonly words: string;
}

/** What of the log is most worth a look. */
export class MissQueue {
  readonly #options: MissesOptions;
  readonly #vectors: FairCache<Float32Array>;

  constructor(options: MissesOptions) {
    this.#options = options;
    const { clock } = options;
    this.#vectors = new FairCache({ weightMax: KNOWN_VECTORS_MAX, monotonicMs: () => clock.monotonicMs() });
  }

  /** Most frequent and most doubtful first. Rejects as store and embedder do. */
  async find({ app }: Pick<Principal, "app">, limit: number, signal?: AbortSignal): Promise<Misses> {
    const { queryLog, embedder } = this.#options;
    await queryLog.flush();
    const { open, isCut } = await this.#open(app);
    const ordered = open.toSorted((one, other) => other.score - one.score || other.row.id - one.row.id);
    const vectors = embedder && (await this.#embedded(app, embedder, ordered, signal));
    const groups = await grouped(ordered, vectors);
    const misses = groups.map(missOf).toSorted((one, other) => other.score - one.score);
    return { misses: misses.slice(0, limit), total: misses.length, compared: vectors !== null, isCut };
  }

  /** The most doubtful rows that somebody could still take, and whether there are more. */
  async #open(app: AppId): Promise<{ readonly open: readonly Doubtful[]; readonly isCut: boolean }> {
    const wrong = await this.#foundWrong(app);
    const known = new Map<string, ReadonlySet<string> | null>();
    const open: Doubtful[] = [];
    for (let offset = 0; offset < ROWS_READ_MAX; offset += ROWS_READ_AT_ONCE) {
      const rows = await this.#options.store.doubtful(app, { limit: ROWS_READ_AT_ONCE, offset });
      for (const row of rows) {
        const one = doubtful(row, wrong);
        if (!(await this.#isOpen(app, one, known))) continue;
        if (open.length === ROWS_LOOKED_AT_MAX) return { open, isCut: true };
        open.push(one);
      }
      if (rows.length < ROWS_READ_AT_ONCE) return { open, isCut: false };
      await turn();
    }
    return { open, isCut: true };
  }

  /** Sentences that the cache answered otherwise than a model did when it was asked later. */
  async #foundWrong(app: AppId): Promise<ReadonlySet<string>> {
    const { sets } = await this.#options.cacheReports.report(app);
    const sentences = sets.flatMap(({ mistakes }) => mistakes.map(({ sentence }) => redacted(sentence).text));
    return new Set(sentences.map((sentence) => sameWordsOf(sentence).key));
  }

  /**
   * Whether none of its sets was taught its words, and one of them is still there; what is of no set stays. `known`: what was taught to
   * the sets that were looked at.
   */
  async #isOpen(
    app: AppId,
    { row, words }: Doubtful,
    known: Map<string, ReadonlySet<string> | null>,
  ): Promise<boolean> {
    const { kind: asked, sets } = row.question;
    const kind = asked === "classify" ? "classification_set" : "toolset";
    let isThere = sets.length === 0;
    for (const signature of sets) {
      const name = `${kind} ${signature}`;
      const ofSet = known.get(name);
      const taught = ofSet === undefined ? await this.#taughtWords(app, { kind, signature }) : ofSet;
      known.set(name, taught);
      if (taught?.has(words)) return false;
      isThere ||= taught !== null;
    }
    return isThere;
  }

  /** Also as the log has them: what was taken out of a row stands in the case. Null where there is no such set. */
  async #taughtWords(
    app: AppId,
    set: { readonly kind: "classification_set" | "toolset"; readonly signature: string },
  ): Promise<ReadonlySet<string> | null> {
    const { taught } = this.#options;
    if ((await taught.list(app, set, { limit: 1, after: null })) === null) return null;
    const words = new Set<string>();
    for (const [index, { text }] of (await taught.all(app, set)).entries()) {
      words.add(sameWordsOf(text).key);
      const kept = redacted(text).text;
      if (kept !== text) words.add(sameWordsOf(kept).key);
      if (index % (AT_ONCE * AT_ONCE) === 0) await turn();
    }
    return words;
  }

  async #embedded(
    app: AppId,
    embedder: Embedder,
    rows: readonly Doubtful[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    const missing = new Map<string, string>();
    for (const { row, words } of rows) {
      const known = this.#vectors.get(app, words);
      if (known) vectors.set(words, known);
      else missing.set(words, row.question.sentence);
    }
    const waiting = [...missing];
    for (let from = 0; from < waiting.length; from += AT_ONCE) {
      const some = waiting.slice(from, from + AT_ONCE);
      const sentences = some.map(([, sentence]) => sentence);
      // Whoever waits for an answer goes first.
      const made = await embedder.embed(sentences, "background", app, signal);
      for (const [index, [words]] of some.entries()) {
        const vector = made[index];
        if (!vector) throw new Error("the embedder returned fewer vectors than texts");
        vectors.set(words, vector);
        this.#vectors.set(app, words, vector);
      }
    }
    return vectors;
  }
}

function doubtful(row: KeptRow, wrong: ReadonlySet<string>): Doubtful {
  const { question, verdict, times } = row;
  const words = sameWordsOf(question.sentence).key;
  const found = new Set<Reason>(reasonsOf(question));
  if (verdict === "wrong") found.add("negative_feedback");
  if (wrong.has(words)) found.add("disagreement");
  const reasons = REASONS.filter((reason) => found.has(reason));
  // What is asked twice as often is not twice as doubtful.
  const score = doubtBy(reasons, question) * Math.log2(1 + times);
  return { row, reasons, score, words, place: `${question.kind} ${question.sets.join(" ")}` };
}

/** Each with those behind it that are nearly the same, the most doubtful one first in all of them. */
async function grouped(
  rows: readonly Doubtful[],
  vectors: ReadonlyMap<string, Float32Array> | null,
): Promise<readonly (readonly Doubtful[])[]> {
  const groups: Doubtful[][] = [];
  for (const [index, one] of rows.entries()) {
    const vector = vectors?.get(one.words);
    const group = groups.find(([first]) => {
      if (!first || first.place !== one.place) return false;
      if (first.words === one.words) return true;
      const its = vectors?.get(first.words);
      return vector !== undefined && its !== undefined && dot(vector, its) >= NEAR_DUPLICATE;
    });
    if (group) group.push(one);
    else groups.push([one]);
    if (index % AT_ONCE === AT_ONCE - 1) await turn();
  }
  return groups;
}

function missOf(group: readonly Doubtful[]): Miss {
  const [first] = group;
  if (!first) throw new Error("a group is made with its first row");
  const byWords = new Map(group.map(({ words, row }) => [words, row.question.sentence]));
  const others = [...byWords].filter(([words]) => words !== first.words).map(([, sentence]) => sentence);
  const told = new Set(group.flatMap(({ reasons }) => reasons));
  return {
    row: first.row,
    reasons: REASONS.filter((reason) => told.has(reason)),
    times: group.reduce((sum, { row }) => sum + row.times, 0),
    sentences: byWords.size,
    others: others.slice(0, OTHERS_SHOWN_MAX),
    ids: group.map(({ row }) => row.id),
    score: group.reduce((sum, { score }) => sum + score, 0),
  };
}
