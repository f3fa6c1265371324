import type { ReadableTool } from "./joint-model.ts";
import { contentWords } from "./words.ts";

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/** How many of the query's words each tool shares, rare words counting more, words of its name twice. */
export function bm25(query: string, tools: readonly ReadableTool[]): readonly number[] {
  const documents = tools.map((tool) => {
    const words = contentWords(documentOf(tool));
    return { counts: countsOf(words), length: words.length, name: new Set(contentWords(tool.name)) };
  });
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length) || 1;
  const scores = new Array<number>(tools.length).fill(0);
  for (const word of new Set(contentWords(query))) {
    const holders = documents.filter(({ counts }) => counts.has(word)).length;
    const rarity = Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5));
    documents.forEach(({ counts, length, name }, index) => {
      const count = counts.get(word) ?? 0;
      if (count === 0) return;
      const damping = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / meanLength);
      const named = name.has(word) ? rarity : 0;
      scores[index] = (scores[index] ?? 0) + (rarity * count * (SATURATION + 1)) / (count + damping) + named;
    });
  }
  return scores;
}

/** The share of the query's words that the tool itself has: 0–1. */
export function coverage(query: string, tool: ReadableTool): number {
  const words = new Set(contentWords(query));
  const names = tool.parameters.map(({ name, choices }) => `${name} ${choices.join(" ")}`).join(" ");
  const own = new Set(contentWords(`${tool.name} ${tool.description} ${names}`));
  return words.intersection(own).size / Math.max(1, words.size);
}

function documentOf(tool: ReadableTool): string {
  const parameters = tool.parameters.map(
    ({ name, description, choices }) => `${name} ${description} ${choices.join(" ")}`,
  );
  return `${tool.name} ${tool.description} ${parameters.join(" ")}`;
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
