/** What the product would call, were nothing withheld, and what speaks for each call: the rows that the confidence is fitted on. */
import { readFileSync } from "node:fs";
import type { Evidence } from "#models/embedded/read-back/read-back.ts";
import type { Judgement } from "../../eval/everyday-scoring.ts";
import type { Counts } from "../../eval/statistics.ts";

/** One request of a source, with what became of it. */
export interface Row {
  /** A trade, or a part of a set of others, as in "bfcl/simple_python". */
  readonly source: string;
  /** Position in its source. */
  readonly at: number;
  readonly kind: string;
  /** ISO 639, as the product takes it. */
  readonly language: string;
  /** What it would be if nothing were called. */
  readonly ofNone: Judgement;
  readonly calls: readonly CallRow[];
  /** By the calls that are given, the first as the lowest bit: what the answer would be; null for too many calls. */
  readonly ofSome: readonly Judgement[] | null;
}

export interface CallRow {
  /** 0–1: as the product of that day had it, before a gloss makes it less. */
  readonly confidence: number;
  /** Log-odds by the read-back network; null where it was not asked. */
  readonly verdict: number | null;
  /** Null where nothing was weighed: the call is then given in any case. */
  readonly evidence: Evidence | null;
  /** Whether its tool only looks something up. */
  readonly looksUp: boolean;
  /** Whether it is right: alone and by itself, or as a part of what was asked for. */
  readonly isRight: boolean;
  /** Whether at least its tool is. */
  readonly isTool: boolean;
  /** Of values that are counted one by one; missing for none. */
  readonly slots?: Counts;
}

export function rowsIn(path: string): readonly Row[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}
