/** How much two texts of a language look alike, letter by letter: what a gloss loses of them is still there. */

const RUN_LETTERS = [3, 4];
/** A request is a sentence: what an example says behind that is no more like it, and is not taken apart. */
const TEXT_UNITS_MAX = 160;

/** Runs of letters of a text, in small letters without accents. */
function runsOf(text: string): ReadonlySet<string> {
  const plain = text.slice(0, TEXT_UNITS_MAX).toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const spaced = ` ${plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  const runs = new Set<string>();
  for (const length of RUN_LETTERS)
    for (let at = 0; at + length <= spaced.length; at += 1) runs.add(spaced.slice(at, at + length));
  return runs;
}

/** Of a text to each of some others, 0–1: runs that few of these have count more. */
export function letterLikeness(text: string, others: readonly string[]): readonly number[] {
  const sets = others.map(runsOf);
  const weights = weightsOf(sets);
  const rarest = weightOf(0, sets.length);
  const weightOfAll = (runs: ReadonlySet<string>) => {
    let sum = 0;
    for (const run of runs) sum += weights.get(run) ?? rarest;
    return sum;
  };
  const own = runsOf(text);
  const ownWeight = weightOfAll(own);
  return sets.map((runs) => {
    const both = Math.sqrt(ownWeight * weightOfAll(runs));
    return both === 0 ? 0 : weightOfAll(own.intersection(runs)) / both;
  });
}

/** By run, worked out once: they are tens of thousands. */
function weightsOf(sets: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const runs of sets) for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1);
  for (const [run, count] of counts) counts.set(run, weightOf(count, sets.length));
  return counts;
}

function weightOf(count: number, of: number): number {
  return Math.log((of + 1) / (count + 0.5)) ** 2;
}
