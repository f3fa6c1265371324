/** What a cache gave, counted. A hit is an answer that no model was asked for. */

import type { Asked, Probe } from "./materials.ts";
import { type Call, callKey } from "./sentence.ts";

/** What became of one request. */
export interface Served {
  /** Null for a miss. */
  readonly call: Call | null;
  /** As in "semantic_cache template". */
  readonly source: string;
}

export interface Tally {
  readonly n: number;
  readonly right: number;
  readonly wrong: number;
}

export function hitsOf({ right, wrong }: Tally): number {
  return right + wrong;
}

/** 0–1; null where nothing was tested. */
export function rightShareOf({ n, right }: Tally): number | null {
  return n === 0 ? null : right / n;
}

/** Of the hits, 0–1; null without hits. */
export function wrongShareOf(tally: Tally): number | null {
  return hitsOf(tally) === 0 ? null : tally.wrong / hitsOf(tally);
}

/** One-sided 95 % upper bound for the share of wrong hits; 1 without hits. */
export function wrongUpperOf(tally: Tally): number {
  return upperBound(tally.wrong, hitsOf(tally));
}

const CONFIDENCE = 0.95;
const BISECTIONS = 60;

/** Clopper–Pearson: the share at which `count` or fewer of `n` would come with a probability of 5 %. */
export function upperBound(count: number, n: number): number {
  if (count > n || count < 0) throw new RangeError(`${count} of ${n}`);
  if (count === n) return 1;
  let low = count / n;
  let high = 1;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (atMost(count, n, middle) > 1 - CONFIDENCE) low = middle;
    else high = middle;
  }
  return high;
}

/** The probability of `count` or fewer of `n`. In logarithms: thousands of factors leave the range of a number. */
function atMost(count: number, n: number, share: number): number {
  const odds = Math.log(share) - Math.log1p(-share);
  let term = n * Math.log1p(-share);
  let sum = 0;
  for (let hits = 0; hits <= count; hits += 1) {
    sum += Math.exp(term);
    term += Math.log((n - hits) / (hits + 1)) + odds;
  }
  return sum;
}

export function tallyOf(asked: readonly Asked[], served: ReadonlyMap<string, Served>): Tally {
  let right = 0;
  let wrong = 0;
  for (const { id, call } of asked) {
    const given = served.get(id)?.call ?? null;
    if (given === null) continue;
    if (callKey(given) === callKey(call)) right += 1;
    else wrong += 1;
  }
  return { n: asked.length, right, wrong };
}

export interface ProbeTallies {
  readonly all: Tally;
  readonly reword: Tally;
  readonly seenWordings: Tally;
  readonly unseenWordings: Tally;
  readonly swap: Tally;
  /** As in "swap role". */
  readonly kinds: Readonly<Record<string, Tally>>;
  /** Of the re-wordings that bear the noise, alone or beside others. */
  readonly noise: Readonly<Record<string, Tally>>;
  readonly sources: Readonly<Record<string, Tally>>;
}

export function probeTallies(probes: readonly Probe[], served: ReadonlyMap<string, Served>): ProbeTallies {
  const of = (keep: (probe: Probe) => boolean) => tallyOf(probes.filter(keep), served);
  const by = (names: (probe: Probe) => readonly string[]) => {
    const all = [...new Set(probes.flatMap(names))].sort();
    return Object.fromEntries(all.map((name) => [name, of((probe) => names(probe).includes(name))]));
  };
  return {
    all: of(() => true),
    reword: of(({ category }) => category === "reword"),
    seenWordings: of(({ wordingSeen }) => wordingSeen === true),
    unseenWordings: of(({ wordingSeen }) => wordingSeen === false),
    swap: of(({ category }) => category === "swap"),
    kinds: by(({ category, kind }) => [category === kind ? category : `${category} ${kind}`]),
    noise: by(({ noise }) => noise),
    sources: by(({ id }) => (served.get(id)?.call == null ? [] : [served.get(id)?.source ?? ""])),
  };
}

export interface StreamTally extends Tally {
  /** Requests whose call was asked for before: what a perfect cache would answer. */
  readonly repeated: number;
}

export function streamTally(stream: readonly Asked[], served: ReadonlyMap<string, Served>): StreamTally {
  const distinct = new Set(stream.map(({ call }) => callKey(call)));
  return { ...tallyOf(stream, served), repeated: stream.length - distinct.size };
}
