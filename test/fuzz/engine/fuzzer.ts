/** Tries a parser with inputs that are changed again and again, and goes on from those that took a branch nobody took before. */
import { cpuMs } from "../../cpu-time.ts";
import type { Branches } from "./branches.ts";
import { CORPUS_BYTES_MAX } from "./corpus.ts";
import { type Material, mutated } from "./mutations.ts";
import { Random } from "./random.ts";
import type { Reader, Target } from "./target.ts";
import { tried, triedClosely } from "./trial.ts";

export interface FuzzOptions {
  readonly target: Target;
  readonly reader: Reader;
  readonly branches: Branches;
  readonly corpus: readonly Uint8Array[];
  readonly regressions: readonly Uint8Array[];
  readonly seed: number;
  /** Of the processor, for everything after the corpus itself was read: neighbours take nothing of it. */
  readonly msMax: number;
  /** The corpus among them, which is read whole. */
  readonly triesMax?: number;
  /** After so many it ends. */
  readonly findingsMax: number;
  /** Told of every input before it is read. */
  readonly trying: (input: Uint8Array) => void;
}

export interface Found {
  readonly input: Uint8Array;
  readonly error: Error;
}

export interface Outcome {
  readonly tries: number;
  readonly branchesBefore: number;
  readonly branchesAfter: number;
  /** Of the modules that were reached. */
  readonly branchesThere: number;
  readonly found: readonly Found[];
  /** What takes every branch that was taken and no seed takes, shortest first, within `CORPUS_BYTES_MAX`. */
  readonly corpus: readonly Uint8Array[];
}

/** One in so many inputs is taken from the newest, which nobody has changed yet. */
const NEWEST_SHARE = 3;
const NEWEST = 20;
/** Words of the parser's source are looked up again as more of it is reached. */
const TRIES_BETWEEN_WORDS = 2_000;
const TRIM_TRIES_MAX = 60;
const SHORTEN_TRIES_MAX = 400;

export async function fuzz(options: FuzzOptions): Promise<Outcome> {
  const run = new FuzzRun(options);
  return run.outcome();
}

class FuzzRun {
  readonly #options: FuzzOptions;
  readonly #inputs: Uint8Array[] = [];
  readonly #found: Found[] = [];
  #tries = 0;

  constructor(options: FuzzOptions) {
    this.#options = options;
  }

  async outcome(): Promise<Outcome> {
    const { target, corpus, regressions, branches, msMax, triesMax = Number.POSITIVE_INFINITY } = this.#options;
    const { findingsMax, seed } = this.#options;
    const seeds = seedsOf(target);
    for (const input of [...seeds, ...corpus, ...regressions]) {
      await this.#try(input);
      this.#inputs.push(input);
    }
    const branchesBefore = branches.seenCount;
    const random = new Random(seed);
    const until = cpuMs() + msMax;
    let material = this.#material();
    while (cpuMs() < until && this.#tries < triesMax && this.#found.length < findingsMax) {
      if (this.#tries % TRIES_BETWEEN_WORDS === 0) material = this.#material();
      const input = mutated(this.#parent(random), material, random);
      const news = await this.#try(input);
      if (news !== null) this.#inputs.push(news === "branch" ? await this.#trimmed(input) : input);
    }
    return {
      tries: this.#tries,
      branchesBefore,
      branchesAfter: branches.seenCount,
      branchesThere: branches.reached().branches,
      found: this.#found,
      corpus: await this.#fewest(seeds, this.#inputs),
    };
  }

  /** What is new about the input. Findings are noted. */
  async #try(input: Uint8Array): Promise<"branch" | "count" | null> {
    const { target, reader, branches, trying } = this.#options;
    this.#tries += 1;
    trying(input);
    branches.clear();
    const { finding } = await tried(target, reader, input);
    const news = branches.note();
    const error = finding ?? (news === null ? null : await triedClosely(target, reader, input, news === "branch"));
    if (error !== null && !this.#found.some((known) => known.error.message === error.message))
      this.#found.push({ input: await this.#shortened(input, error), error });
    return error === null ? news : null;
  }

  #parent(random: Random): Uint8Array {
    const newest = this.#inputs.slice(-NEWEST);
    return random.below(NEWEST_SHARE) === 0 ? random.oneOf(newest) : random.oneOf(this.#inputs);
  }

  #material(): Material {
    const { target, branches } = this.#options;
    const words = [...(target.words ?? []), ...(target.words ?? []), ...branches.reached().words];
    return { words, others: this.#inputs, bytesMax: target.bytesMax };
  }

  async #taken(input: Uint8Array): Promise<readonly number[]> {
    const { target, reader, branches, trying } = this.#options;
    trying(input);
    branches.clear();
    await tried(target, reader, input);
    return branches.taken();
  }

  /** The input without what it takes no branch by. */
  async #trimmed(input: Uint8Array): Promise<Uint8Array> {
    const wanted = await this.#taken(input);
    return shortest(input, TRIM_TRIES_MAX, async (without) => {
      const taken = new Set(await this.#taken(without));
      return wanted.every((branch) => taken.has(branch));
    });
  }

  /** The finding without what it does not need. One that shows only now and then, or that is slow, stays as it is. */
  #shortened(input: Uint8Array, error: Error): Promise<Uint8Array> {
    const { target, reader, trying } = this.#options;
    return shortest(input, SHORTEN_TRIES_MAX, async (without) => {
      trying(without);
      const { finding } = await tried(target, reader, without);
      return finding?.message === error.message;
    });
  }

  async #fewest(seeds: readonly Uint8Array[], inputs: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
    const covered = new Set<number>();
    for (const seed of seeds) for (const branch of await this.#taken(seed)) covered.add(branch);
    const kept: Uint8Array[] = [];
    let bytes = 0;
    const shortestFirst = inputs.toSorted((one, other) => one.length - other.length);
    for (const input of shortestFirst) {
      const fresh = (await this.#taken(input)).filter((branch) => !covered.has(branch));
      if (fresh.length === 0 || bytes + input.length > CORPUS_BYTES_MAX) continue;
      for (const branch of fresh) covered.add(branch);
      kept.push(input);
      bytes += input.length;
    }
    return kept;
  }
}

function seedsOf({ seeds }: Target): readonly Uint8Array[] {
  return seeds.map((seed) => (typeof seed === "string" ? Buffer.from(seed, "utf8") : seed));
}

/** What is left of the input when pieces of it are taken out, ever smaller ones, as long as it is still what it was. */
async function shortest(
  input: Uint8Array,
  triesMax: number,
  isStill: (without: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
  let short = input;
  let tries = 0;
  for (let size = Math.ceil(short.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < short.length; ) {
      if (tries >= triesMax) return short;
      tries += 1;
      const without = Buffer.concat([short.subarray(0, at), short.subarray(at + size)]);
      if (await isStill(without)) short = without;
      else at += size;
    }
  }
  return short;
}
