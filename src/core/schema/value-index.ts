/** A list of values by their words: what is said, and what is nearest to what was said. */
import { ENGLISH } from "../english/english.ts";
import { slipsBetween } from "../near-miss.ts";
import { keyOf } from "../reading/value-words.ts";
import { nearForm } from "../reading/word-forms.ts";
import { pacedBy } from "../steps.ts";
import type { ListedValue } from "../value-list.ts";
import { MeantWords, type ValueMention } from "./synonyms.ts";

export interface NearValue {
  readonly value: string;
  /** 0–1: 1 for the same words. */
  readonly score: number;
  /** The value's own words, or the synonym, that are nearest. */
  readonly words: string;
}

/** Names that are made ready before others have their turn: some milliseconds. */
const NAMES_PER_STEP = 200;
/** Names whose letters are counted one by one: those that share most letter triples. */
const COMPARED_MAX = 48;
/** Of each, from its beginning: comparing takes the square of it. */
const COMPARED_UNITS_MAX = 64;
/** Triples of letters share places where they are more: a name is then compared that has nothing to do with it. */
const BUCKETS = 65_536;
/** Of what is not the same to its end. */
const ALIKE_MAX = 0.99;
/** Under it nothing is alike. */
const SCORE_MIN = 0.3;

/** Made in steps: 100,000 values take some tenths of a second. */
export function* indexing(values: readonly ListedValue[]): Generator<void, ValueIndex> {
  const words = new MeantWords();
  const keys: string[] = [];
  const owners: number[] = [];
  const isTurnOver = pacedBy(NAMES_PER_STEP);
  for (const [at, names] of values.entries()) {
    for (const [position, name] of names.entries()) {
      words.add(name, { value: names[0], isOwn: position === 0 });
      keys.push(keyOf(name));
      owners.push(at);
    }
    if (isTurnOver(names.length)) yield;
  }
  const triples = yield* countingTriples(keys);
  return new ValueIndex(values, words, { keys, owners: Uint32Array.from(owners), ...triples });
}

interface Names {
  readonly keys: readonly string[];
  /** Of each name, the position of its value. */
  readonly owners: Uint32Array;
  /** Where the names of a bucket begin. */
  readonly offsets: Uint32Array;
  readonly postings: Uint32Array;
}

function* countingTriples(keys: readonly string[]): Generator<void, Pick<Names, "offsets" | "postings">> {
  const offsets = new Uint32Array(BUCKETS + 1);
  for (const [at, key] of keys.entries()) {
    for (const bucket of bucketsOf(key)) (offsets[bucket + 1] as number)++;
    if (at % NAMES_PER_STEP === 0) yield;
  }
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    offsets[bucket + 1] = (offsets[bucket + 1] as number) + (offsets[bucket] as number);
  const next = offsets.slice();
  const postings = new Uint32Array(offsets[BUCKETS] as number);
  for (const [at, key] of keys.entries()) {
    for (const bucket of bucketsOf(key)) {
      const place = next[bucket] as number;
      postings[place] = at;
      next[bucket] = place + 1;
    }
    if (at % NAMES_PER_STEP === 0) yield;
  }
  return { offsets, postings };
}

/** Of each triple of letters, each once. */
function bucketsOf(key: string): ReadonlySet<number> {
  const padded = ` ${key} `;
  const buckets = new Set<number>();
  for (let at = 0; at + 3 <= padded.length; at += 1) {
    const [one, two, three] = [padded.charCodeAt(at), padded.charCodeAt(at + 1), padded.charCodeAt(at + 2)];
    buckets.add((one * 961 + two * 31 + three) % BUCKETS);
  }
  return buckets;
}

export class ValueIndex {
  readonly #values: readonly ListedValue[];
  readonly #words: MeantWords;
  readonly #names: Names;

  constructor(values: readonly ListedValue[], words: MeantWords, names: Names) {
    this.#values = values;
    this.#words = words;
    this.#names = names;
  }

  /** Where the text says values of the list, by their own words or others. */
  mentionsIn(text: string): readonly ValueMention[] {
    return this.#words.mentionsIn(text);
  }

  /** The value that the whole text means: by its own words or others, or where it is no more than a slip or an ending away from one alone. */
  meaningOf(text: string): string | null {
    const meant = this.#words.meaningOf(text);
    if (meant !== null) return String(meant);
    const said = keyOf(text).split(" ");
    const isMeant = ({ words }: NearValue) => {
      const wanted = keyOf(words).split(" ");
      return wanted.length === said.length && said.every((word, at) => isWord(word, wanted[at] as string));
    };
    const [only, ...more] = this.nearest(text, 5).filter(isMeant);
    return only !== undefined && more.length === 0 ? only.value : null;
  }

  /** The nearest values, the best first; none that is not alike at all. */
  nearest(text: string, count: number): readonly NearValue[] {
    const said = keyOf(text);
    const best = new Map<number, NearValue>();
    for (const at of this.#likely(said)) {
      const key = this.#names.keys[at] as string;
      const [one, other] = [said.slice(0, COMPARED_UNITS_MAX), key.slice(0, COMPARED_UNITS_MAX)];
      const likeness = 1 - slipsBetween(one, other) / Math.max(one.length, other.length, 1);
      const score = said === key ? 1 : Math.min(likeness, ALIKE_MAX);
      const owner = this.#names.owners[at] as number;
      if (score < SCORE_MIN || score <= (best.get(owner)?.score ?? 0)) continue;
      const names = this.#values[owner] as ListedValue;
      best.set(owner, { value: names[0], score, words: names.find((name) => keyOf(name) === key) ?? names[0] });
    }
    return [...best.values()].toSorted((one, other) => other.score - one.score).slice(0, count);
  }

  /** The names that share most triples of letters with it. */
  #likely(said: string): readonly number[] {
    const { keys, offsets, postings } = this.#names;
    const wanted = bucketsOf(said);
    const shared = new Uint16Array(keys.length);
    const met: number[] = [];
    for (const bucket of wanted) {
      for (let place = offsets[bucket] as number; place < (offsets[bucket + 1] as number); place += 1) {
        const name = postings[place] as number;
        if (shared[name] === 0) met.push(name);
        (shared[name] as number)++;
      }
    }
    const likeness = (name: number) => (2 * (shared[name] as number)) / (wanted.size + (keys[name] as string).length);
    // Most share a triple or two, and are never among the first: a few rounds of a rising bar leave no more than are sorted soon.
    let [left, bar] = [met, 0];
    while (left.length > COMPARED_MAX * 8 && bar < 1) {
      bar += 0.1;
      const higher = left.filter((name) => likeness(name) >= bar);
      if (higher.length < COMPARED_MAX) break;
      left = higher;
    }
    return left.toSorted((one, other) => likeness(other) - likeness(one)).slice(0, COMPARED_MAX);
  }
}

/** A number has no slips: 200 is not 20. */
function isWord(said: string, wanted: string): boolean {
  return said === wanted || (!/\p{N}/u.test(said + wanted) && nearForm(said, wanted, ENGLISH));
}
