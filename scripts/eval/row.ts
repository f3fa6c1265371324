/** One line of the table, and how it comes about from single tests. */
import type { Answer } from "./api-client.ts";
import { percentile, type Share, shareOf } from "./statistics.ts";

/** What one test gave. */
export interface Result {
  readonly right: boolean;
  /** Whether the tool was right, whatever its parameters; null where the part has no tools. */
  readonly rightTool: boolean | null;
  /** Right when parameters that the server filled from defaults are left out; null where that says nothing. */
  readonly rightWithoutDefaults: boolean | null;
  readonly clientMs: number | null;
  readonly serverMs: number | null;
  /** Why the contract refused the request, as the error's code; null when it was answered. */
  readonly refused: string | null;
}

export interface Row {
  readonly part: string;
  readonly n: number;
  /** Over all tests: a refused one is not right. */
  readonly accuracy: Share | null;
  readonly accuracyWithoutDefaults: Share | null;
  readonly toolAccuracy: Share | null;
  readonly clientMs: Latency;
  readonly serverMs: Latency;
  /** How many requests were refused, by error code. */
  readonly refused: Readonly<Record<string, number>>;
}

export interface Latency {
  readonly p50: number | null;
  readonly p99: number | null;
}

export function rowOf(part: string, results: readonly Result[]): Row {
  return {
    part,
    n: results.length,
    accuracy: shareOf(results.filter(({ right }) => right).length, results.length),
    accuracyWithoutDefaults: shareWhere(results.map(({ rightWithoutDefaults }) => rightWithoutDefaults)),
    toolAccuracy: shareWhere(results.map(({ rightTool }) => rightTool)),
    clientMs: latencyOf(results.map(({ clientMs }) => clientMs)),
    serverMs: latencyOf(results.map(({ serverMs }) => serverMs)),
    refused: countsOf(results.flatMap(({ refused }) => refused ?? [])),
  };
}

function shareWhere(verdicts: readonly (boolean | null)[]): Share | null {
  const known = verdicts.filter((verdict) => verdict !== null);
  return shareOf(known.filter((verdict) => verdict).length, known.length);
}

function latencyOf(values: readonly (number | null)[]): Latency {
  const known = values.filter((value) => value !== null);
  return { p50: percentile(known, 50), p99: percentile(known, 99) };
}

function countsOf(codes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** A test whose request was refused: the table counts it as wrong and says how many there were. */
export function refusedResult(code: string, kind: "tools" | "labels"): Result {
  const verdict = kind === "tools" ? false : null;
  return {
    right: false,
    rightTool: verdict,
    rightWithoutDefaults: verdict,
    clientMs: null,
    serverMs: null,
    refused: code,
  };
}

/** The error's code out of an answer that is none. */
export function refusalIn(answer: Answer): string {
  const { error } = answer.body;
  return typeof error === "string" ? error : `status_${answer.status}`;
}

/** Works through all items, so many at a time, and keeps their order. */
export async function inParallel<Item, Outcome>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Outcome>,
  report: (done: number) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      outcomes[index] = await work(items[index] as Item);
      done += 1;
      report(done);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return outcomes;
}
