import { type SearchIndex, type Section, wordsOf } from "#http/docs/search.ts";

/** How often a word has to stand in a section for half of what it can say of it. */
const SATURATION = 1.5;
const TITLE_FACTOR = 4;
const PAGE_TITLE_FACTOR = 2;

/** For each word the sections that have it, with a weight: rare words and words of titles say more. */
export function searchIndexOf(sections: readonly Section[], titleOf: (page: string) => string): SearchIndex {
  const counts = sections.map(({ text, title, page }) => {
    const count = new Map<string, number>();
    for (const word of wordsOf(text)) count.set(word, (count.get(word) ?? 0) + 1);
    const [titleWords, pageWords] = [new Set(wordsOf(title)), new Set(wordsOf(titleOf(page)))];
    const all = new Set([...count.keys(), ...titleWords, ...pageWords]);
    return new Map(
      [...all].map((word) => {
        const inText = count.get(word) ?? 0;
        const weight =
          inText / (inText + SATURATION) +
          (titleWords.has(word) ? TITLE_FACTOR : 0) +
          (pageWords.has(word) ? PAGE_TITLE_FACTOR : 0);
        return [word, weight] as const;
      }),
    );
  });
  const words = new Map<string, number[]>();
  for (const [number, weights] of counts.entries()) {
    for (const [word, weight] of weights) {
      const pairs = words.get(word) ?? [];
      pairs.push(number, weight);
      words.set(word, pairs);
    }
  }
  const weighted = [...words].map(([word, pairs]) => {
    const rarity = Math.log(1 + sections.length / (pairs.length / 2));
    return [word, pairs.map((value, at) => (at % 2 === 0 ? value : Math.round(value * rarity * 100) / 100))] as const;
  });
  return { sections, words: Object.fromEntries(weighted) };
}
