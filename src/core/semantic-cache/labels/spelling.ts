/** How alike two texts are spelt: other forms of a word, and names of code, share most of their letters. */

/** Letters in a row that are compared. */
const RUN_LENGTH = 4;
/** Of a long text, the beginning tells enough. */
const LENGTH_MAX = 600;

/** Every run of letters of a text, as a number each. */
export type Runs = ReadonlySet<number>;

/** The letters and digits of a text, in small letters, with a blank around each word; `load_set` and `LoadSet` are two words. */
export function speltOf(text: string): string {
  const words = text
    .slice(0, LENGTH_MAX)
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return ` ${words} `;
}

export function runsOf(spelt: string): Runs {
  const runs = new Set<number>();
  for (let end = RUN_LENGTH; end <= spelt.length; end += 1) {
    let run = 0;
    // Two runs with one number are so rare that they change nothing.
    for (let at = end - RUN_LENGTH; at < end; at += 1) run = (Math.imul(run, 257) + spelt.charCodeAt(at)) | 0;
    runs.add(run);
  }
  return runs;
}

/** The share of runs that both have, 0–1; 0 where one has none. */
export function spellingLikeness(one: Runs, other: Runs): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size === 0) return 0;
  let both = 0;
  for (const run of small) if (large.has(run)) both += 1;
  return both / Math.sqrt(small.size * large.size);
}
