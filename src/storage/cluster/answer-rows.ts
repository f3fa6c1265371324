/** Answers as they stand in their table. */
import type { ContentHash, JsonObject } from "#core/json.ts";
import type { AnswerLimits, AnswerStore, EntryName, KeptEntry, StoredAnswer } from "#core/ports/answers.ts";
import type { Instant } from "#core/tenant.ts";

/** What a row takes beside its texts and its vector: columns, indexes. */
export const ANSWER_ROW_BYTES = 200;

export interface AnswerRow {
  readonly id: number;
  readonly key: string;
  readonly content_hashes: string;
  readonly answer: string;
  readonly sentence: string;
  readonly lesson: string | null;
  readonly hits: number;
  readonly model_ms: number;
  readonly model_cost: number;
  readonly created_at: Instant;
}

export interface RememberedRow {
  readonly id: number | null;
  readonly is_known: boolean;
  readonly gone: string;
}

export type NewRow = ReturnType<typeof newRowOf>;
export type Remembered = Awaited<ReturnType<AnswerStore["remember"]>>;

/** An answer as its row has it. */
export function newRowOf(answer: StoredAnswer, { entriesMax, bytesMax }: AnswerLimits, corrections: number | null) {
  const { partition, key, modelCost, createdAt } = answer;
  const hashes = JSON.stringify(answer.contentHashes);
  const body = JSON.stringify(answer.answer);
  const sentence = JSON.stringify(answer.sentence);
  const lesson = answer.lesson && JSON.stringify(answer.lesson);
  const bytes = ANSWER_ROW_BYTES + hashes.length + body.length + sentence.length + (lesson?.length ?? 0);
  const texts = { partition, key, hashes, body, sentence, lesson };
  return {
    ...texts,
    modelMs: Math.round(answer.modelMs),
    modelCost,
    createdAt,
    bytes,
    entriesMax,
    bytesMax,
    corrections,
  };
}

/** As it stands in the table once it is written under an id. */
export function answerRowIn(row: NewRow, id: number): AnswerRow {
  const { key, hashes, body, sentence, lesson, modelMs, modelCost, createdAt } = row;
  const texts = { key, content_hashes: hashes, answer: body, sentence, lesson };
  return { id, ...texts, hits: 0, model_ms: modelMs, model_cost: modelCost, created_at: createdAt };
}

/** Without what stands beside it. */
export function answerRowOf(row: AnswerRow): AnswerRow {
  const { id, key, content_hashes, answer, sentence, lesson, hits, model_ms, model_cost, created_at } = row;
  return { id, key, content_hashes, answer, sentence, lesson, hits, model_ms, model_cost, created_at };
}

/** No row: of an app that was removed meanwhile. No id: an answer of the app was taken back meanwhile. */
export function rememberedOf(row: RememberedRow | undefined): Remembered {
  return { id: row?.id ?? null, gone: row ? (JSON.parse(row.gone) as EntryName[]) : [] };
}

export function entryOf(partition: string, row: AnswerRow): KeptEntry {
  return {
    partition,
    id: row.id,
    key: row.key,
    // An exact hit needs them not.
    get contentHashes() {
      return JSON.parse(row.content_hashes) as ContentHash[];
    },
    answer: JSON.parse(row.answer) as JsonObject,
    createdAt: row.created_at,
    sentence: JSON.parse(row.sentence) as string,
    lesson: row.lesson === null ? null : (JSON.parse(row.lesson) as JsonObject),
    modelMs: row.model_ms,
    modelCost: row.model_cost,
    hits: row.hits,
  };
}
