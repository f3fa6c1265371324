/** How much two texts of a language look alike, letter by letter: what a gloss loses of them is still there. */

const RUN_LETTERS = [3, 4];

/** Runs of letters of a text, in small letters without accents. */
function runsOf(text: string): ReadonlySet<string> {
  const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const spaced = ` ${plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  const runs = RUN_LETTERS.flatMap((length) =>
    Array.from({ length: Math.max(0, spaced.length - length + 1) }, (_, at) => spaced.slice(at, at + length)),
  );
  return new Set(runs);
}

/** Of a text to each of some others, 0–1: runs that few of these have count more. */
export function letterLikeness(text: string, others: readonly string[]): readonly number[] {
  const sets = others.map(runsOf);
  const counts = new Map<string, number>();
  for (const run of sets.flatMap((runs) => [...runs])) counts.set(run, (counts.get(run) ?? 0) + 1);
  const weightOf = (run: string) => Math.log((sets.length + 1) / ((counts.get(run) ?? 0) + 0.5)) ** 2;
  const weightOfAll = (runs: Iterable<string>) => [...runs].reduce((sum, run) => sum + weightOf(run), 0);
  const own = runsOf(text);
  const ownWeight = weightOfAll(own);
  return sets.map((runs) => {
    const both = Math.sqrt(ownWeight * weightOfAll(runs));
    return both === 0 ? 0 : weightOfAll(own.intersection(runs)) / both;
  });
}
