import { contentWords } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { valueNamesOf } from "../tool-parameters.ts";

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** A tool's words. */
interface Document {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  readonly name: ReadonlySet<string>;
}

interface Documents {
  readonly all: readonly Document[];
  readonly meanLength: number;
  /** Positions of the tools that have a word. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
}

/** Of lists that are asked about again: counting the words of 128 tools takes longer than all that follows. */
const remembered = new WeakMap<readonly ReadableTool[], Documents>();

const rememberedWords = new WeakMap<ReadableTool, ReadonlySet<string>>();

/** How many of the query's words each tool shares, rare words counting more, words of its name twice. */
export function bm25(query: string, tools: readonly ReadableTool[]): readonly number[] {
  const { all, meanLength, holders } = documentsOf(tools);
  const scores = new Array<number>(tools.length).fill(0);
  for (const word of new Set(contentWords(query))) {
    const having = holders.get(word) ?? [];
    const rarity = Math.log(1 + (all.length - having.length + 0.5) / (having.length + 0.5));
    for (const index of having) {
      const { counts, length, name } = all[index] as Document;
      const count = counts.get(word) ?? 0;
      const damping = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / meanLength);
      const named = name.has(word) ? rarity : 0;
      scores[index] = (scores[index] ?? 0) + (rarity * count * (SATURATION + 1)) / (count + damping) + named;
    }
  }
  return scores;
}

function documentsOf(tools: readonly ReadableTool[]): Documents {
  const known = remembered.get(tools);
  if (known) return known;
  const all = tools.map((tool) => {
    const words = contentWords(documentOf(tool));
    return { counts: countsOf(words), length: words.length, name: new Set(contentWords(tool.name)) };
  });
  const meanLength = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length) || 1;
  const holders = new Map<string, number[]>();
  for (const [index, { counts }] of all.entries()) {
    for (const word of counts.keys()) holders.set(word, [...(holders.get(word) ?? []), index]);
  }
  const made = { all, meanLength, holders };
  remembered.set(tools, made);
  return made;
}

/** The share of the query's words that the tool itself has: 0–1. */
export function coverage(query: string, tool: ReadableTool): number {
  const words = new Set(contentWords(query));
  return words.intersection(ownWords(tool)).size / Math.max(1, words.size);
}

/** What a tool is about: the words of its name and description, and of its parameters' names and options. */
export function ownWords(tool: ReadableTool): ReadonlySet<string> {
  const known = rememberedWords.get(tool);
  if (known) return known;
  const names = tool.parameters.map((parameter) => `${parameter.name} ${valueNamesOf(parameter).join(" ")}`).join(" ");
  const own = new Set(contentWords(`${tool.name} ${tool.description} ${names}`));
  rememberedWords.set(tool, own);
  return own;
}

/** The share of the words of the tool's name that the query says: 0–1. */
export function namedShare(query: string, tool: ReadableTool): number {
  const name = new Set(contentWords(tool.name));
  return name.intersection(new Set(contentWords(query))).size / Math.max(1, name.size);
}

function documentOf(tool: ReadableTool): string {
  const parameters = tool.parameters.map(
    (parameter) => `${parameter.name} ${parameter.description} ${valueNamesOf(parameter).join(" ")}`,
  );
  return `${tool.name} ${tool.description} ${parameters.join(" ")}`;
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
