/** Load for `overhead.ts`: several ways to do the same, in turns. */
import { percentile } from "#core/examination/statistics.ts";

export type Send = (index: number) => Promise<unknown>;

/** In turns at their times, not waiting for one another. Milliseconds from the sending of each to its whole answer. */
export async function openLoop(
  series: readonly Send[],
  perSecond: number,
  seconds: number,
): Promise<readonly number[][]> {
  const took: readonly number[][] = series.map(() => []);
  const answers: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const wait = startedAt + (index * 1_000) / perSecond - performance.now();
    if (wait > 0) await Bun.sleep(wait);
    const turn = index % series.length;
    answers.push(timed(series[turn] as Send, index, took[turn] as number[]));
  }
  await Promise.all(answers);
  return took;
}

async function timed(send: Send, index: number, took: number[]): Promise<void> {
  const sentAt = performance.now();
  await send(index);
  took.push(performance.now() - sentAt);
}

/** How much later the percentile of `other` lies than that of `base`, in each of `parts` parts: the median of those. */
export function addedAt(percent: number, base: readonly number[], other: readonly number[], parts: number): number {
  const partOf = (took: readonly number[], part: number) =>
    took.slice((part * took.length) / parts, ((part + 1) * took.length) / parts);
  const differences = Array.from({ length: parts }, (_, part) => {
    const [one = Number.NaN, two = Number.NaN] = [base, other].map(
      (took) => percentile(partOf(took, part), percent) ?? Number.NaN,
    );
    return two - one;
  });
  return percentile(differences, 50) ?? Number.NaN;
}

/** CPU milliseconds of this process for one call of each, all its threads together: the median of `blocks` blocks. */
export async function cpuMsEach(series: readonly Send[], block: number, blocks: number): Promise<readonly number[]> {
  const took: readonly number[][] = series.map(() => []);
  for (let turn = 0; turn < blocks * series.length; turn += 1) {
    const send = series[turn % series.length] as Send;
    const before = process.cpuUsage();
    for (let index = 0; index < block; index += 1) await send(index);
    const { user, system } = process.cpuUsage(before);
    took[turn % series.length]?.push((user + system) / 1_000 / block);
  }
  return took.map((each) => percentile(each, 50) ?? Number.NaN);
}
