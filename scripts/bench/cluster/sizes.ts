/** What an entry of the cache takes in a cluster's database: as many as are measured are copies of one that the node has made. */
import { weather, weatherQuery } from "../measures/samples.ts";
import type { ClusterSide } from "./sides.ts";

const ENTRIES = 20_000;
/** Until the node has worked out the sentence's vector, in the background. */
const VECTOR_MS_MAX = 10_000;
const LOOK_EVERY_MS = 100;

/** The entry's own row, and one for each set that it was answered from. */
const TABLES = ["answers", "answer_contents"];

export interface EntrySize {
  readonly entries: number;
  readonly rows_per_entry: number;
  /** Of tables and their indexes. */
  readonly bytes_per_entry: number;
  readonly index_bytes_per_entry: number;
}

/** Leaves the copies in the database. Throws where the node has made no entry with a vector in time. */
export async function entrySize({ post, postgres }: ClusterSide): Promise<EntrySize> {
  await (await post("/v1/toolsets", weather)).arrayBuffer();
  await (await post("/v1/resolve", { query: weatherQuery(0), toolsets: [weather.signature] })).arrayBuffer();
  const endsAt = performance.now() + VECTOR_MS_MAX;
  while ((await postgres.number("SELECT count(*) FROM answers WHERE vector IS NOT NULL")) === 0) {
    if (performance.now() > endsAt) throw new Error("no entry with a vector was made: nothing to measure");
    await Bun.sleep(LOOK_EVERY_MS);
  }
  const before = await sizes(postgres);
  // Keys are digests, as those of entries are: they come into the index in no order.
  await postgres.number(`
    WITH model AS (SELECT * FROM answers WHERE vector IS NOT NULL LIMIT 1),
    copied AS (
      INSERT INTO answers (app, partition, key, content_hashes, answer, sentence, lesson, embedder, vector, hits, hit_at,
        model_ms, model_cost, bytes, worth, created_at)
      SELECT app, partition, left(encode(sha256(number::text::bytea), 'hex') || key, length(key)), content_hashes, answer,
        sentence, lesson, embedder, vector, hits, hit_at, model_ms, model_cost, bytes, random() * worth, created_at + number
      FROM model, generate_series(1, ${ENTRIES}) AS number RETURNING app, id
    ), contents AS (
      INSERT INTO answer_contents (app, content_hash, answer)
      SELECT copied.app, content_hash, copied.id
      FROM copied, answer_contents AS known, model WHERE known.answer = model.id RETURNING 1
    ) SELECT count(*) FROM contents`);
  const after = await sizes(postgres);
  const of = (field: keyof typeof after) => (after[field] - before[field]) / ENTRIES;
  return {
    entries: ENTRIES,
    rows_per_entry: of("rows"),
    bytes_per_entry: of("bytes"),
    index_bytes_per_entry: of("indexBytes"),
  };
}

async function sizes(postgres: ClusterSide["postgres"]) {
  const sumOf = (term: string) =>
    postgres.number(`SELECT ${TABLES.map((table) => `(${term.replaceAll("?", `'${table}'`)})`).join(" + ")}`);
  const rows = await postgres.number(`SELECT ${TABLES.map((table) => `(SELECT count(*) FROM ${table})`).join(" + ")}`);
  return { rows, bytes: await sumOf("pg_total_relation_size(?)"), indexBytes: await sumOf("pg_indexes_size(?)") };
}
