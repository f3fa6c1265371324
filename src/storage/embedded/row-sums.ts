/**
 * Sums of rows: what a row was when it was written. They tell damage, of which one in 10^14 would pass unseen. Against
 * somebody who can write the file they are of no use: whoever changes a row can add it up again.
 */
/** As many bits as SQLite keeps in six bytes. */
const SUM_MASK = 0x7fff_ffff_ffffn;

type Part = string | number | null;

export interface DefinitionParts {
  readonly app: string;
  readonly kind: string;
  readonly signature: string;
  readonly name: string;
  readonly description: string | null;
  readonly definition: string;
  readonly content_hash: string;
}

export interface MemoryParts {
  readonly app: string;
  /** The bank's own id, as its app knows it. */
  readonly bank: string;
  readonly memory: string;
  readonly content: string;
  readonly created_at: number;
}

export interface TaughtCaseParts {
  readonly app: string;
  readonly kind: string;
  /** Of the set. */
  readonly signature: string;
  readonly name: string;
  readonly words: string;
  readonly content: string;
  readonly taught_at: number;
}

/** All of a run but what stands behind its sum. */
export interface TestRunParts {
  readonly app: string;
  readonly kind: string;
  readonly signatures: string;
  readonly name: string;
  readonly ran_at: number;
  readonly ran_by: string;
  readonly scores: string;
  readonly body_sum: number;
}

export interface TestRunBodyParts {
  readonly report: string;
  readonly verdicts: string;
}

export interface AliasParts {
  readonly app: string;
  readonly name: string;
  readonly kind: string;
  readonly signature: string;
  readonly percent: number;
  readonly other: string | null;
}

export interface AnswerParts {
  readonly key: string;
  readonly content_hashes: string;
  readonly answer: string;
  readonly sentence: string;
  readonly lesson: string | null;
  readonly model_ms: number;
  readonly model_cost: number;
  readonly created_at: number;
}

export interface KeptAnswerParts {
  readonly app: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string | null;
  readonly created_at: number;
}

/** The requests of an app that were written together. */
export interface RequestBatchParts {
  readonly app: string;
  readonly position: number;
  readonly floor: number;
  readonly begun_at: number;
  readonly answers: string;
}

/** A row of what was noted and is not in its own tables yet. */
export interface JournalParts {
  readonly change: number;
  readonly part: number;
  readonly length: number;
  readonly since: number;
  readonly marks: number;
  readonly bytes: Uint8Array;
}

/** A vector, and what it is of: whose, by which embedder, of which text. */
export interface VectorParts {
  readonly app: string;
  readonly embedder: string;
  readonly key: string;
  readonly vector: Uint8Array;
}

export interface EntryParts {
  readonly app: string;
  readonly at: number;
  readonly bucket: string;
  readonly kind: string;
  readonly amount: number;
  readonly reservation: number | null;
  /** The charges of a row that has several: see `ledger/entry-rows.ts`. */
  readonly charges?: string | null;
}

/** Of a set, a persona or a bank. Its revision and times are not in it: a bank gets new ones with every memory. */
export function sumOfDefinition(row: DefinitionParts): number {
  const { app, kind, signature, name, description, definition, content_hash } = row;
  return sumOf(`${app}\0${kind}\0${signature}\0${name}\0${textOf(description)}\0${definition}\0${content_hash}`);
}

export function nameOfDefinition({
  app,
  kind,
  signature,
}: Pick<DefinitionParts, "app" | "kind" | "signature">): string {
  return `the ${kind.replace("_", " ")} "${signature}" of ${app}`;
}

export function sumOfMemory({ app, bank, memory, content, created_at }: MemoryParts): number {
  return sumOf(`${app}\0${bank}\0${memory}\0${content}\0${created_at}`);
}

export function sumOfTaughtCase(row: TaughtCaseParts): number {
  const { app, kind, signature, name, words, content, taught_at } = row;
  return sumOf(`${app}\0${kind}\0${signature}\0${name}\0${words}\0${content}\0${taught_at}`);
}

/** A list of runs looks at this one, and does not read what is behind. */
export function sumOfTestRun(row: TestRunParts): number {
  const { app, kind, signatures, name, ran_at, ran_by, scores, body_sum } = row;
  return sumOf(`${app}\0${kind}\0${signatures}\0${name}\0${ran_at}\0${ran_by}\0${scores}\0${body_sum}`);
}

export function sumOfTestRunBody({ report, verdicts }: TestRunBodyParts): number {
  return sumOf(`${report}\0${verdicts}`);
}

/** Its revision and times are not in it, as with a set. */
export function sumOfAlias({ app, name, kind, signature, percent, other }: AliasParts): number {
  return sumOf(`${app}\0${name}\0${kind}\0${signature}\0${percent}\0${textOf(other)}`);
}

/** Of all but the vector, which has a sum of its own, and what is counted of it. Whose it is stands apart: an exact hit copies no row. */
export function sumOfAnswer(app: string, partition: string, row: AnswerParts): number {
  const { key, content_hashes, answer, sentence, lesson, model_ms, model_cost, created_at } = row;
  const made = `${model_ms}\0${model_cost}\0${created_at}`;
  return sumOf(`${app}\0${partition}\0${key}\0${content_hashes}\0${answer}\0${sentence}\0${textOf(lesson)}\0${made}`);
}

export function sumOfKeptAnswer(row: KeptAnswerParts): number {
  const { app, key, fingerprint, status, headers, body, created_at } = row;
  return sumOf(`${app}\0${key}\0${fingerprint}\0${status}\0${headers}\0${textOf(body)}\0${created_at}`);
}

export function sumOfRequestBatch({ app, position, floor, begun_at, answers }: RequestBatchParts): number {
  return sumOf(`${app}\0${position}\0${floor}\0${begun_at}\0${answers}`);
}

export function sumOfVector({ app, embedder, key, vector }: VectorParts): number {
  return masked(Bun.hash.xxHash64(vector, Bun.hash.xxHash64(`${app}\0${embedder}\0${key}`)));
}

/** Rows of older versions have neither rounds nor marks. */
export function sumOfJournal({ change, part, length, since, marks, bytes }: JournalParts): number {
  const rounds = since === 0 && marks === 0 ? "" : `\0${since}\0${marks}`;
  return masked(Bun.hash.xxHash64(bytes, Bun.hash.xxHash64(`${change}\0${part}\0${length}${rounds}`)));
}

/** @param previous the sum of the entry before; 0 for the first. */
export function sumOfEntry(previous: number, row: EntryParts): number {
  const { app, at, bucket, kind, amount, reservation, charges = null } = row;
  const several = charges === null ? "" : `\0${charges}`;
  return sumOf(`${previous}\0${app}\0${at}\0${bucket}\0${kind}\0${amount}\0${textOf(reservation)}${several}`);
}

/** Three for each charge of a row; null for a row that is one entry, and for a list that is none any more. */
export function numbersIn(charges: string | null): readonly number[] | null {
  try {
    const numbers: unknown = JSON.parse(charges ?? "null");
    return Array.isArray(numbers) && numbers.length % 3 === 0 ? (numbers as readonly number[]) : null;
  } catch {
    return null;
  }
}

/** A text that is missing is another than one that is empty. */
function textOf(part: Part): Part {
  return part === null ? "\u0001" : part;
}

function sumOf(text: string): number {
  return masked(Bun.hash.xxHash64(text));
}

function masked(sum: bigint): number {
  return Number(sum & SUM_MASK);
}
