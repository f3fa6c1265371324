/**
 * What the cache takes to decide, without the embedding of the sentence, and what a known answer takes in memory:
 * `bun scripts/bench/cache.ts [calls|labels] [ENTRIES…]`, by default calls and 10,000. Sentences and vectors are made up. Up to 10,000, where the
 * product compares with every vector, that search is part of the decision; its outcome is replaced by some of the query's
 * own tool. Beyond, scripts/bench/neighbours.ts measures what looking for them costs. Times are CPU times, in turns with a
 * plain scan of 1,000 vectors: the ratio to it hardly depends on the machine.
 */
import { heapStats } from "bun:jsc";
import { percentile } from "#core/examination/statistics.ts";
import type { JsonObject } from "#core/json.ts";
import { UTC } from "#core/local-time.ts";
import type { Neighbour } from "#core/ports/neighbours.ts";
import { KnownCalls } from "#core/semantic-cache/calls/known-calls.ts";
import { KnownLabels } from "#core/semantic-cache/labels/known-labels.ts";
import type { Tool } from "#core/toolset.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { EXACT_VECTORS_MAX } from "#storage/embedded/hnsw-index.ts";
import { Chance } from "../eval/cache/chance.ts";

const DIMENSIONS = 384;
const VECTOR_BYTES = 4 * DIMENSIONS;
const QUERIES = 600;
/** Until the compiler has settled: a server has answered more before the first second is over. */
const WARM_UP = 1_000;
const SCANNED = 1_000;
const NOW = Date.parse("2026-11-18T10:00:00Z");

const VERBS = ["book", "cancel", "find", "move", "order", "check", "rent", "repair", "sell", "share"];
const NOUNS = [
  "a table",
  "a room",
  "a car",
  "a parcel",
  "a course",
  "a ticket",
  "a boat",
  "a desk",
  "a lesson",
  "a tent",
];
const OPENINGS = [
  "",
  "I want to ",
  "I need to ",
  "we would like to ",
  "help me ",
  "time to ",
  "my boss wants to ",
  "let me ",
];
const PLACES = ["in", "near", "at", "close to", "not far from", "somewhere around", "outside"];
const PEOPLE = ["people", "guests", "friends of mine", "of us", "persons", "colleagues"];
const ENDINGS = ["", " as soon as possible", " for once", " like last time", " if that works", " this time"];
const SYLLABLES = ["ka", "lo", "mi", "ren", "sta", "vo", "tur", "bel", "nor", "ish", "que", "dan", "fro", "zel"];
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

interface Made {
  readonly text: string;
  readonly tool: number;
  readonly parameters: JsonObject;
}

const TOOLS: readonly Tool[] = VERBS.flatMap((verb) =>
  NOUNS.map((noun) => {
    const properties = { people: { type: "integer" }, place: { type: "string" }, day: { type: "string" } };
    const name = `${verb}_${noun.split(" ").at(-1)}`;
    return { name, description: `${verb} ${noun}`, parameters: { type: "object", properties } };
  }),
);

/** As people speak: some wordings come again and again, and there is no end of others. */
function said(choices: readonly string[], chance: Chance): string {
  return choices[Math.floor(choices.length * chance.next() ** 3)] ?? "";
}

/** A sentence with values of its own. */
function made(chance: Chance): Made {
  const tool = chance.below(TOOLS.length);
  const [verb, noun] = [VERBS[Math.floor(tool / NOUNS.length)], NOUNS[tool % NOUNS.length]];
  const people = 2 + chance.below(40);
  const day = chance.pick(DAYS);
  const name = Array.from({ length: 2 + chance.below(3) }, () => chance.pick(SYLLABLES)).join("");
  const place = name.slice(0, 1).toUpperCase() + name.slice(1);
  const inOrder = [
    `for ${people} ${said(PEOPLE, chance)}`,
    `${said(PLACES, chance)} ${place}`,
    `${said(["on", "next", "this", "any time on"], chance)} ${day}`,
  ];
  const parts = chance.next() < 0.6 ? inOrder : chance.shuffled(inOrder);
  const text = `${said(OPENINGS, chance)}${verb} ${noun} ${parts.join(" ")}${said(ENDINGS, chance)}`;
  return { text, tool, parameters: { people, place, day } };
}

/** Of length one, in any direction. */
function vectorMade(chance: Chance): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => chance.next() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** CPU milliseconds of each run. */
function timed(runs: number, run: (index: number) => void): readonly number[] {
  return Array.from({ length: runs }, (_, index) => {
    const startedMs = cpuMs();
    run(index);
    return cpuMs() - startedMs;
  });
}

function heapBytes(): number {
  Bun.gc(true);
  const { heapSize, extraMemorySize } = heapStats();
  return heapSize + extraMemorySize;
}

const scanned = Float32Array.from({ length: SCANNED * DIMENSIONS }, (_, index) => Math.sin(index));

/** The work that times are compared with. */
function scan(): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let start = 0; start < scanned.length; start += DIMENSIONS) {
    let sum = 0;
    for (let place = 0; place < DIMENSIONS; place += 1)
      sum += (scanned[start + place] as number) * (scanned[place] as number);
    if (sum > best) best = sum;
  }
  return best;
}

function row(what: string, took: readonly number[], base: readonly number[]): string {
  const at = (values: readonly number[], percent: number) => percentile(values, percent) ?? Number.NaN;
  const [p50, p95] = [at(took, 50), at(took, 95)];
  const ratio = (p50 / at(base, 50)).toFixed(2);
  return `${what.padEnd(34)} p50 ${p50.toFixed(3)} ms  p95 ${p95.toFixed(3)} ms  ${ratio} × the scan`;
}

/** What knows the answers: of calls, or of labels. */
interface Knowing {
  readonly name: string;
  readonly neighbours: number;
  readonly add: (id: number, known: Made, vector: Float32Array) => void;
  readonly isProposed: (text: string, vector: Float32Array) => boolean;
}

type Find = (vector: Float32Array, count: number) => readonly Neighbour[];

function calls(findNearest: Find): Knowing {
  const known = new KnownCalls({ tools: TOOLS, findNearest, isWord: isCommonWord, zone: UTC });
  return {
    name: "calls",
    neighbours: 12,
    add: (id, { text, tool, parameters }, vector) =>
      known.add({ id, text, tool, parameters, vector, answeredAt: NOW, defaultsApplied: [] }),
    isProposed: (text, vector) => known.consider(text, vector, NOW).best !== null,
  };
}

function labels(findNearest: Find): Knowing {
  const known = new KnownLabels({ findNearest, isWord: isCommonWord });
  return {
    name: "labels",
    neighbours: 16,
    add: (id, { text, tool }, vector) => known.add({ id, text, vector, answeredAt: NOW, class: tool }),
    isProposed: (text, vector) => known.consider(text, vector).best !== null,
  };
}

function measure(entries: number, know: (findNearest: Find) => Knowing): void {
  const chance = new Chance(entries);
  const byTool = new Map<number, number[]>();
  let near: readonly Neighbour[] = [];
  let index: ExactIndex | null = null;
  const known = know((vector, count) => {
    index?.nearest(vector, count);
    return near;
  });
  const vector = vectorMade(chance);
  const before = heapBytes();
  const startedMs = cpuMs();
  for (let id = 0; id < entries; id += 1) {
    const answer = made(chance);
    known.add(id, answer, vector);
    const ids = byTool.get(answer.tool);
    if (ids) ids.push(id);
    else byTool.set(answer.tool, [id]);
  }
  const addedMs = cpuMs() - startedMs;
  const bytes = (heapBytes() - before) / entries;
  if (entries <= EXACT_VECTORS_MAX) {
    index = new ExactIndex(DIMENSIONS);
    for (let id = 0; id < entries; id += 1) index.add(id, vectorMade(chance));
  }
  const queries = Array.from({ length: WARM_UP + QUERIES }, () => made(chance));
  const neighboursOf = ({ tool }: Made) =>
    Array.from({ length: known.neighbours }, (_, rank) => ({
      id: chance.pick(byTool.get(tool) ?? [0]),
      similarity: 0.95 - rank / 40,
    }));
  let proposed = 0;
  const base: number[] = [];
  const took = queries.map((query) => {
    near = neighboursOf(query);
    base.push(...timed(1, scan));
    const [ms = 0] = timed(1, () => {
      if (known.isProposed(query.text, vector)) proposed += 1;
    });
    return ms;
  });
  console.log(`${entries.toLocaleString("en")} known answers: ${known.name}`);
  const what = index ? "  decision with the search" : "  decision without the search";
  console.log(row(what, took.slice(WARM_UP), base));
  console.log(row("  a scan of 1,000 vectors", base, base));
  console.log(`  with a proposal: ${((100 * proposed) / queries.length).toFixed(0)} % of the queries`);
  const vectorBytes = index ? index.bytes / entries : VECTOR_BYTES;
  console.log(`  memory: ${kibibytes(bytes)} an answer, and ${kibibytes(vectorBytes)} for its vector`);
  console.log(`  learning: ${(addedMs / entries).toFixed(3)} ms an answer`);
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1_024).toFixed(1)} KiB`;
}

const [first = "calls", ...others] = process.argv.slice(2);
const knowers: Readonly<Record<string, typeof calls>> = { calls, labels };
const know = knowers[first] ?? calls;
const sizes = (knowers[first] ? others : [first, ...others]).map(Number);
if (sizes.some((size) => !Number.isInteger(size) || size < 1)) throw new Error("expected numbers of known answers");
for (const entries of sizes.length === 0 ? [10_000] : sizes) measure(entries, know);
